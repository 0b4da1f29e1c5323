package io.tollgate.purchase;

import java.util.Locale;
import java.util.Set;

/** How far a subscription or an installment plan is. */
public enum SubscriptionStatus {
    DRAFT,
    DRAFT_EXPIRED,
    INCOMPLETE,
    INCOMPLETE_EXPIRED,
    FAILED,
    SCHEDULED,
    TRIALING,
    ACTIVE,
    PAUSED,
    PAST_DUE,
    UNPAID,
    CANCELED,
    COMPLETED;

    private static final Set<SubscriptionStatus> NOT_BEGUN =
            Set.of(DRAFT, DRAFT_EXPIRED, INCOMPLETE, INCOMPLETE_EXPIRED, FAILED);

    /** Whether there is an order, which uses its coupon. */
    public boolean hasBegun() {
        return !NOT_BEGUN.contains(this);
    }

    public boolean isDraft() {
        return this == DRAFT || this == DRAFT_EXPIRED;
    }

    /** As the interface writes it: {@code past_due}. */
    public String wire() {
        return name().toLowerCase(Locale.ROOT);
    }
}
