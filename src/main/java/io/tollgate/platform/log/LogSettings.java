package io.tollgate.platform.log;

import io.tollgate.platform.config.Setting;

/** The destination of the log. */
public record LogSettings(
        @Setting(
                path = true,
                inDataDir = "tollgate.log",
                description = "JSON log file, or `-` for stdout. Empty: `tollgate.log` in `dataDir`.")
        String logFile) {}
