package io.tollgate.tools.demo;

import io.tollgate.catalog.model.Price;
import io.tollgate.sales.purchase.SubscriptionStatus;
import java.time.Instant;
import java.util.Objects;

/**
 * The history of a subscription.
 *
 * @param billedFrom the start of its first billing period, after the trial
 * @param endedAt when it was canceled or completed; 0 if it has not ended
 * @param periods the number of periods for which a charge was attempted
 */
record SubscriptionLife(SubscriptionStatus status, long billedFrom, long endedAt, int periods) {

    static SubscriptionLife of(long now, Price price, long createdAt, boolean completed, DemoRandom random) {
        Price.Recurrence recurrence = Objects.requireNonNull(price.recurrence(), "the price recurs");
        Integer iterations = recurrence.planIterations();
        long billedFrom = createdAt + Objects.requireNonNullElse(recurrence.trialPeriodDays(), 0) * Millis.DAY;
        if (!completed && random.percent(14)) {
            return notBegun(now, createdAt, random);
        }
        if (billedFrom > now) {
            return new SubscriptionLife(SubscriptionStatus.TRIALING, billedFrom, 0, 0);
        }
        int lasts = iterations != null ? iterations : random.between(1, 20);
        int periods = 0;
        while (periods < lasts && start(billedFrom, recurrence, periods) <= now) {
            periods++;
        }
        if (iterations != null && periods == lasts) {
            long last = start(billedFrom, recurrence, periods - 1);
            return new SubscriptionLife(SubscriptionStatus.COMPLETED, billedFrom, last, periods);
        }
        long end = start(billedFrom, recurrence, periods);
        if (periods == lasts && end <= now) {
            return new SubscriptionLife(SubscriptionStatus.CANCELED, billedFrom, end, periods);
        }
        SubscriptionStatus status = switch (random.weighted(5, 3, 3, 89)) {
            case 0 -> SubscriptionStatus.PAST_DUE;
            case 1 -> SubscriptionStatus.UNPAID;
            case 2 -> SubscriptionStatus.PAUSED;
            default -> SubscriptionStatus.ACTIVE;
        };
        return new SubscriptionLife(status, billedFrom, 0, periods);
    }

    /** Returns the start of a period, counted from 0. */
    static long start(long billedFrom, Price.Recurrence recurrence, int period) {
        return recurrence
                .interval()
                .after(Instant.ofEpochMilli(billedFrom), (long) period * recurrence.intervalCount())
                .toEpochMilli();
    }

    private static SubscriptionLife notBegun(long now, long createdAt, DemoRandom random) {
        return switch (random.weighted(4, 3, 2, 2, 2, 1)) {
            case 0 -> new SubscriptionLife(SubscriptionStatus.DRAFT, createdAt, 0, 0);
            case 1 -> new SubscriptionLife(SubscriptionStatus.DRAFT_EXPIRED, createdAt, 0, 0);
            case 2 -> new SubscriptionLife(SubscriptionStatus.INCOMPLETE, createdAt, 0, 1);
            case 3 -> new SubscriptionLife(SubscriptionStatus.INCOMPLETE_EXPIRED, createdAt, 0, 0);
            case 4 -> new SubscriptionLife(SubscriptionStatus.FAILED, createdAt, 0, 0);
            default ->
                new SubscriptionLife(SubscriptionStatus.SCHEDULED, now + (1 + random.below(20)) * Millis.DAY, 0, 0);
        };
    }
}
