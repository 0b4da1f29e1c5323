package io.tollgate.demo;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/** Periods of subscriptions, by the calendar. */
final class Intervals {
    private Intervals() {}

    static long plus(long millis, @Nullable String interval, int count) {
        LocalDateTime time = LocalDateTime.ofInstant(Instant.ofEpochMilli(millis), ZoneOffset.UTC);
        LocalDateTime later = switch (interval == null ? "" : interval) {
            case "day" -> time.plusDays(count);
            case "week" -> time.plusWeeks(count);
            case "year" -> time.plusYears(count);
            default -> time.plusMonths(count);
        };
        return later.toInstant(ZoneOffset.UTC).toEpochMilli();
    }
}
