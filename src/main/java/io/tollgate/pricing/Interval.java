package io.tollgate.pricing;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Locale;

/** The unit of an interval. */
public enum Interval {
    DAY,
    WEEK,
    MONTH,
    YEAR;

    /**
     * Returns the time some intervals later, by the calendar in the zone of the time. A day that the month does not
     * have becomes its last day.
     */
    public ZonedDateTime after(ZonedDateTime time, long count) {
        return switch (this) {
            case DAY -> time.plusDays(count);
            case WEEK -> time.plusWeeks(count);
            case MONTH -> time.plusMonths(count);
            case YEAR -> time.plusYears(count);
        };
    }

    /** Does the same for a moment, by the calendar in UTC. */
    public Instant after(Instant time, long count) {
        return after(time.atZone(ZoneOffset.UTC), count).toInstant();
    }

    /** Returns the most intervals between two charges: the processor bills at least every three years. */
    public int countMax() {
        return switch (this) {
            case DAY -> 1_095;
            case WEEK -> 156;
            case MONTH -> 36;
            case YEAR -> 3;
        };
    }

    /** Returns the value in the API, such as {@code month}. */
    public String wire() {
        return name().toLowerCase(Locale.ROOT);
    }
}
