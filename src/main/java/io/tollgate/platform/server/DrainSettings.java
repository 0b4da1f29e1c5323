package io.tollgate.platform.server;

import io.tollgate.platform.config.Setting;

/** The phases of a shutdown. */
public record DrainSettings(
        @Setting(
                defaultValue = "0",
                max = 600,
                description =
                        "Seconds at shutdown between the first failing readiness probe and the closing of the port,"
                                + " so that load balancers stop routing first.")
        int drainDelaySeconds,

        @Setting(
                defaultValue = "20",
                max = 3600,
                description = "Seconds that running requests have to finish at shutdown.")
        int drainSeconds) {
    /** Returns the longest duration of both phases in seconds. */
    public int totalSeconds() {
        return drainDelaySeconds + drainSeconds;
    }
}
