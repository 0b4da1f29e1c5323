package io.tollgate.sales.purchase;

import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;

/** How far a subscription or an installment plan is, with all transitions that Tollgate makes. */
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

    private static final Set<SubscriptionStatus> RUNNING = Set.of(TRIALING, ACTIVE, PAST_DUE);

    /**
     * Returns the statuses that can follow this one. Tollgate reads the state at the processor from time to time, so a
     * status can be skipped.
     */
    public Set<SubscriptionStatus> next() {
        return switch (this) {
            case DRAFT -> EnumSet.of(DRAFT_EXPIRED, INCOMPLETE, SCHEDULED, TRIALING, ACTIVE, PAST_DUE, COMPLETED);
            case INCOMPLETE ->
                EnumSet.of(
                        INCOMPLETE_EXPIRED, SCHEDULED, TRIALING, ACTIVE, PAUSED, PAST_DUE, UNPAID, CANCELED, COMPLETED);
            case SCHEDULED, TRIALING -> EnumSet.of(ACTIVE, PAUSED, PAST_DUE, UNPAID, CANCELED, COMPLETED);
            case ACTIVE -> EnumSet.of(TRIALING, PAUSED, PAST_DUE, UNPAID, CANCELED, COMPLETED);
            case PAUSED -> EnumSet.of(TRIALING, ACTIVE, PAST_DUE, UNPAID, CANCELED, COMPLETED);
            case PAST_DUE -> EnumSet.of(TRIALING, ACTIVE, PAUSED, UNPAID, CANCELED, COMPLETED);
            case UNPAID -> EnumSet.of(TRIALING, ACTIVE, PAUSED, PAST_DUE, CANCELED, COMPLETED);
            // The last payment of a plan can be known later than its cancellation.
            case CANCELED -> EnumSet.of(COMPLETED);
            case DRAFT_EXPIRED, INCOMPLETE_EXPIRED, FAILED, COMPLETED -> EnumSet.noneOf(SubscriptionStatus.class);
        };
    }

    /** Returns the status after the processor has reported another one. A status that cannot follow is ignored. */
    public SubscriptionStatus after(SubscriptionStatus reported) {
        return next().contains(reported) ? reported : this;
    }

    /** Returns the status of a value in the interface. */
    public static SubscriptionStatus of(String wire) {
        return valueOf(wire.toUpperCase(Locale.ROOT));
    }

    /** Whether there is an order, which uses its coupon. */
    public boolean hasBegun() {
        return !NOT_BEGUN.contains(this);
    }

    /** Whether the subscriber gets what was sold: the subscription runs, or all payments of the plan were made. */
    public boolean isEntitled() {
        return isRunning() || this == COMPLETED;
    }

    /** Whether the processor charges the subscription for a period that has begun. */
    public boolean isRunning() {
        return RUNNING.contains(this);
    }

    /** Whether a status of a purchase is that of a running subscription. Other purchases have other statuses. */
    public static boolean isRunning(String wire) {
        return RUNNING.stream().anyMatch(status -> status.wire().equals(wire));
    }

    public boolean isDraft() {
        return this == DRAFT || this == DRAFT_EXPIRED;
    }

    /** As the interface writes it: {@code past_due}. */
    public String wire() {
        return name().toLowerCase(Locale.ROOT);
    }
}
