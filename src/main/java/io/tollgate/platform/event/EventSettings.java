package io.tollgate.platform.event;

import io.tollgate.platform.config.Setting;
import java.time.Duration;

/** How long events are kept. */
public record EventSettings(
        @Setting(defaultValue = "90", min = 1, max = 3650, description = "Days for which events are kept in the feed.")
        int days) {
    public Duration kept() {
        return Duration.ofDays(days);
    }
}
