package io.tollgate.platform.requestlog;

import io.tollgate.platform.config.Setting;

/** How long the request log is kept. */
public record RequestLogSettings(
        @Setting(
                defaultValue = "30",
                max = 3650,
                description = "Days for which calls of the API are kept in the request log, as whole days in UTC. A"
                        + " call takes about 1 KB. 0: no call is recorded, and the request log is deleted.")
        int days) {
    /** Returns whether calls are recorded. */
    public boolean enabled() {
        return days > 0;
    }
}
