package io.tollgate.tools.demo;

import io.tollgate.catalog.Price;
import io.tollgate.purchase.SubscriptionStatus;
import java.util.Objects;

/**
 * How a subscription went until now.
 *
 * @param billedFrom when its first period begins: after the trial
 * @param endedAt when it was canceled or completed; 0 while it lasts
 * @param periods how many periods were charged, or tried to
 */
record SubscriptionLife(SubscriptionStatus status, long billedFrom, long endedAt, int periods) {

    static SubscriptionLife of(long now, Price price, long createdAt, boolean completed, Chance chance) {
        Price.Recurrence recurrence = Objects.requireNonNull(price.recurrence(), "the price recurs");
        Integer iterations = recurrence.planIterations();
        long billedFrom = createdAt + Objects.requireNonNullElse(recurrence.trialPeriodDays(), 0) * Moments.DAY;
        if (!completed && chance.percent(14)) {
            return notBegun(now, createdAt, chance);
        }
        if (billedFrom > now) {
            return new SubscriptionLife(SubscriptionStatus.TRIALING, billedFrom, 0, 0);
        }
        int lasts = iterations != null ? iterations : chance.between(1, 20);
        int periods = 0;
        while (periods < lasts && Intervals.start(billedFrom, recurrence, periods) <= now) {
            periods++;
        }
        if (iterations != null && periods == lasts) {
            long last = Intervals.start(billedFrom, recurrence, periods - 1);
            return new SubscriptionLife(SubscriptionStatus.COMPLETED, billedFrom, last, periods);
        }
        long end = Intervals.start(billedFrom, recurrence, periods);
        if (periods == lasts && end <= now) {
            return new SubscriptionLife(SubscriptionStatus.CANCELED, billedFrom, end, periods);
        }
        SubscriptionStatus status = switch (chance.weighted(5, 3, 3, 89)) {
            case 0 -> SubscriptionStatus.PAST_DUE;
            case 1 -> SubscriptionStatus.UNPAID;
            case 2 -> SubscriptionStatus.PAUSED;
            default -> SubscriptionStatus.ACTIVE;
        };
        return new SubscriptionLife(status, billedFrom, 0, periods);
    }

    private static SubscriptionLife notBegun(long now, long createdAt, Chance chance) {
        return switch (chance.weighted(4, 3, 2, 2, 2, 1)) {
            case 0 -> new SubscriptionLife(SubscriptionStatus.DRAFT, createdAt, 0, 0);
            case 1 -> new SubscriptionLife(SubscriptionStatus.DRAFT_EXPIRED, createdAt, 0, 0);
            case 2 -> new SubscriptionLife(SubscriptionStatus.INCOMPLETE, createdAt, 0, 1);
            case 3 -> new SubscriptionLife(SubscriptionStatus.INCOMPLETE_EXPIRED, createdAt, 0, 0);
            case 4 -> new SubscriptionLife(SubscriptionStatus.FAILED, createdAt, 0, 0);
            default ->
                new SubscriptionLife(SubscriptionStatus.SCHEDULED, now + (1 + chance.below(20)) * Moments.DAY, 0, 0);
        };
    }
}
