package io.tollgate.log;

import io.tollgate.config.Setting;

/** The destination of the log. */
public record LogSettings(
        @Setting(
                path = true,
                inDataDir = "tollgate.log",
                description = "JSON log file, or `-` for stdout. Empty: `tollgate.log` in `dataDir`.")
        String logFile) {}
