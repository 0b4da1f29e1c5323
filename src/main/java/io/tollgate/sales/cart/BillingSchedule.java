package io.tollgate.sales.cart;

import io.tollgate.catalog.model.Price;
import io.tollgate.pricing.Interval;
import io.tollgate.pricing.Proportion;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * When a subscription or an installment plan is charged. Periods follow the calendar in UTC and begin at the time of
 * day of the first one. A period of months begins on the last day of a month that is too short.
 *
 * @param orderedAt when the buyer orders, and pays what is due at once
 * @param start when the first period begins: after the trial, or at a later start date. If the price has an anchor, on
 *     the first anchor after them, because only an order that begins at once has a shorter first period.
 * @param anchor the first time, not before {@code start}, on which periods begin; equal to it without an anchor
 * @param dayOfMonth on which periods of months and years begin
 */
public record BillingSchedule(
        Price.Recurrence recurrence, Instant orderedAt, Instant start, Instant anchor, int dayOfMonth) {

    /** Returns the schedule of an order at a time. */
    public static BillingSchedule of(Price.Recurrence recurrence, Instant orderedAt) {
        Integer trialDays = recurrence.trialPeriodDays();
        Instant later = recurrence.startDate();
        Instant start = orderedAt;
        if (later != null && later.isAfter(orderedAt)) {
            start = later;
        } else if (trialDays != null) {
            start = orderedAt.plus(Duration.ofDays(trialDays));
        }
        ZonedDateTime first = start.atZone(ZoneOffset.UTC);
        Price.BillingAnchor config = recurrence.billingCycleAnchorConfig();
        if (config == null || !config.enabled() || !isByMonth(recurrence.interval()) || isSingle(recurrence)) {
            return new BillingSchedule(recurrence, orderedAt, start, start, first.getDayOfMonth());
        }
        int day = Objects.requireNonNullElse(config.dayOfMonth(), 1);
        Instant anchor =
                anchor(first, recurrence.interval(), day, config.month()).toInstant();
        return new BillingSchedule(recurrence, orderedAt, start.isAfter(orderedAt) ? anchor : start, anchor, day);
    }

    private static boolean isSingle(Price.Recurrence recurrence) {
        return recurrence.planIterations() != null && recurrence.planIterations() == 1;
    }

    private static boolean isByMonth(Interval interval) {
        return interval == Interval.MONTH || interval == Interval.YEAR;
    }

    private static ZonedDateTime anchor(ZonedDateTime first, Interval interval, int day, @Nullable Integer month) {
        boolean yearly = interval == Interval.YEAR;
        ZonedDateTime candidate =
                withDay(yearly && month != null ? first.withDayOfMonth(1).withMonth(month) : first, day);
        if (!candidate.isBefore(first)) {
            return candidate;
        }
        ZonedDateTime next = candidate.withDayOfMonth(1);
        return withDay(yearly ? next.plusYears(1) : next.plusMonths(1), day);
    }

    private static ZonedDateTime withDay(ZonedDateTime time, int day) {
        return time.withDayOfMonth(Math.min(day, time.toLocalDate().lengthOfMonth()));
    }

    /** Returns whether the first period begins with the order. */
    public boolean startsAtOnce() {
        return !start.isAfter(orderedAt);
    }

    /** Returns whether the order begins with a trial. */
    public boolean hasTrial() {
        Instant later = recurrence.startDate();
        return !startsAtOnce() && (later == null || !later.isAfter(orderedAt));
    }

    /** Returns whether the first period is shorter than the others. */
    public boolean isFirstShorter() {
        return anchor.isAfter(start);
    }

    /**
     * Returns whether the first period is charged apart from the others, because it is shorter, or because it begins at
     * once in a month that is too short for the day on which all others begin.
     */
    public boolean isFirstApart() {
        return isFirstShorter()
                || (startsAtOnce() && start.atZone(ZoneOffset.UTC).getDayOfMonth() != dayOfMonth);
    }

    /**
     * Returns whether the first period costs less than the others. The first payment of a plan is never reduced,
     * because a plan consists of equal payments.
     */
    public boolean isProrated() {
        return isFirstShorter() && recurrence.planIterations() == null;
    }

    /** Returns the start of a period, counted from 0. */
    public Instant periodStart(int period) {
        return period == 0 ? start : fromAnchor(isFirstShorter() ? period - 1 : period);
    }

    /** Returns the end of a period, which is the start of the next one. */
    public Instant periodEnd(int period) {
        return periodStart(period + 1);
    }

    /** Returns when the last period of a plan ends; null for a subscription, which has no end of its own. */
    public @Nullable Instant end() {
        Integer payments = recurrence.planIterations();
        return payments == null ? null : periodStart(payments);
    }

    /** Returns the price of the first period for a price of a full one, rounded half up. */
    public long prorated(long amount) {
        if (!isProrated()) {
            return amount;
        }
        long part = start.until(anchor, ChronoUnit.SECONDS);
        long whole = fromAnchor(-1).until(anchor, ChronoUnit.SECONDS);
        return Proportion.halfUp(amount, part, whole);
    }

    private Instant fromAnchor(int periods) {
        ZonedDateTime time = anchor.atZone(ZoneOffset.UTC);
        long count = Math.multiplyExact((long) periods, recurrence.intervalCount());
        Interval interval = recurrence.interval();
        ZonedDateTime moved = isByMonth(interval)
                ? withDay(interval.after(time.withDayOfMonth(1), count), dayOfMonth)
                : interval.after(time, count);
        return moved.toInstant();
    }
}
