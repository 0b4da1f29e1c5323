package io.tollgate.tools.demo;

import io.tollgate.catalog.Price;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;

/** Computes the periods of subscriptions by the calendar. */
final class Intervals {
    private Intervals() {}

    /** Returns the start of a period, counted from 0. */
    static long start(long first, Price.Recurrence recurrence, int period) {
        return plus(first, recurrence.interval(), period * recurrence.intervalCount());
    }

    static long plus(long millis, Price.Interval interval, int count) {
        LocalDateTime time = LocalDateTime.ofInstant(Instant.ofEpochMilli(millis), ZoneOffset.UTC);
        LocalDateTime later = switch (interval) {
            case DAY -> time.plusDays(count);
            case WEEK -> time.plusWeeks(count);
            case MONTH -> time.plusMonths(count);
            case YEAR -> time.plusYears(count);
        };
        return later.toInstant(ZoneOffset.UTC).toEpochMilli();
    }
}
