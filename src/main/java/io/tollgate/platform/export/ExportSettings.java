package io.tollgate.platform.export;

import io.tollgate.platform.config.Setting;

/** Limits of lists as CSV and NDJSON. */
public record ExportSettings(
        @Setting(
                defaultValue = "3",
                min = 1,
                max = MAX,
                description = "Maximum number of lists as CSV or NDJSON that one seller receives at the same time on an"
                        + " instance; further ones get a 429.")
        int sellerMax,

        @Setting(
                defaultValue = "20",
                min = 1,
                max = MAX,
                description =
                        "Maximum number of lists as CSV or NDJSON that an instance sends at the same time; further"
                                + " ones get a 503. Each uses up to 3 MiB of memory. The ZIP file"
                                + " of a customer counts as one, and uses up to 30 MiB if it contains uploads.")
        int max,

        @Setting(
                defaultValue = "20000",
                min = 100,
                max = TIMEOUT_MAX,
                description = "Time in which the client of a list as CSV or NDJSON must read 64 KiB; otherwise its"
                        + " connection is reset. Less than `limits.idleTimeoutSeconds`, which closes it.")
        int readTimeoutMillis,

        @Setting(
                defaultValue = "30",
                min = 1,
                max = DAYS_MAX,
                description = "Days after which a file of a saved export is deleted.")
        int fileDays) {
    private static final int DAYS_MAX = 365;
    private static final int MAX = 10_000;
    private static final int TIMEOUT_MAX = 600_000;
}
