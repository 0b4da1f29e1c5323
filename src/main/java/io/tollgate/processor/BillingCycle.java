package io.tollgate.processor;

import io.tollgate.pricing.Interval;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * How often a subscription is charged, such as every 3 months. Periods are counted in UTC from an anchor: a monthly
 * cycle with an anchor on the 31st charges on the last day of shorter months, and on the 31st again afterwards.
 *
 * @param count number of intervals between two charges, at least 1
 */
public record BillingCycle(Interval interval, int count) {
    public BillingCycle {
        if (count < 1) {
            throw new IllegalArgumentException("a billing cycle has at least one interval");
        }
    }

    /** Returns the cycle for a unit of the protocol, such as {@code month}. */
    public static BillingCycle of(String interval, int count) {
        return new BillingCycle(Interval.valueOf(interval.toUpperCase(Locale.ROOT)), count);
    }

    /**
     * Returns the time some cycles after the anchor.
     *
     * @param cycles 0 for the anchor itself
     */
    public Instant after(Instant anchor, long cycles) {
        return interval.after(anchor, Math.multiplyExact(cycles, (long) count));
    }

    /**
     * Returns the time some cycles after an anchor in a month that may be too short for the configured day.
     *
     * @param dayOfMonth on which cycles of months and years begin, in a shorter month on its last day; null for the
     *     day of the anchor
     */
    public Instant after(Instant anchor, long cycles, @Nullable Integer dayOfMonth) {
        boolean byMonth = interval == Interval.MONTH || interval == Interval.YEAR;
        if (dayOfMonth == null || !byMonth) {
            return after(anchor, cycles);
        }
        ZonedDateTime first = anchor.atZone(ZoneOffset.UTC).withDayOfMonth(1);
        ZonedDateTime moved = interval.after(first, Math.multiplyExact(cycles, (long) count));
        return moved.withDayOfMonth(Math.min(dayOfMonth, moved.toLocalDate().lengthOfMonth()))
                .toInstant();
    }
}
