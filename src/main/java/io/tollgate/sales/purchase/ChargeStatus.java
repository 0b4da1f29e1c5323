package io.tollgate.sales.purchase;

import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;

/** The status of a payment or a booking, with all transitions that Tollgate makes. */
public enum ChargeStatus {
    DRAFT,
    DRAFT_EXPIRED,
    CREATED,
    PENDING,
    FAILED,
    UNPAID,
    PARTIALLY_PAID,
    PAID,
    PARTIAL_REFUND,
    REFUNDED,
    CANCELED;

    private static final Set<ChargeStatus> NOT_ORDERED = Set.of(DRAFT, DRAFT_EXPIRED, CREATED);
    private static final Set<ChargeStatus> PLACED = Set.of(UNPAID, PARTIALLY_PAID, PAID, PARTIAL_REFUND, REFUNDED);

    /** Returns whether the buyer tried to order. */
    public boolean isOrdered() {
        return !NOT_ORDERED.contains(this);
    }

    /** Returns whether an order exists, which consumes capacity and stock. */
    public boolean isPlaced() {
        return PLACED.contains(this);
    }

    /** Returns the statuses that can follow this one. Statuses that only imported records have do not change. */
    public Set<ChargeStatus> next() {
        return switch (this) {
            case DRAFT -> EnumSet.of(DRAFT_EXPIRED, UNPAID, PARTIALLY_PAID, PAID);
            case UNPAID -> EnumSet.of(PARTIALLY_PAID, PAID, CANCELED);
            case PARTIALLY_PAID -> EnumSet.of(PAID, PARTIAL_REFUND, REFUNDED);
            case PAID -> EnumSet.of(PARTIAL_REFUND, REFUNDED);
            case PARTIAL_REFUND -> EnumSet.of(REFUNDED, PARTIALLY_PAID, PAID);
            case REFUNDED -> EnumSet.of(PARTIAL_REFUND, PARTIALLY_PAID, PAID);
            case DRAFT_EXPIRED, CREATED, PENDING, FAILED, CANCELED -> EnumSet.noneOf(ChargeStatus.class);
        };
    }

    /**
     * Returns the status that follows.
     *
     * @throws IllegalStateException if the status cannot follow this one
     */
    public ChargeStatus to(ChargeStatus status) {
        if (status != this && !next().contains(status)) {
            throw new IllegalStateException("an order cannot move from " + wire() + " to " + status.wire());
        }
        return status;
    }

    /** Returns the status of a value in the interface. */
    public static ChargeStatus of(String wire) {
        return valueOf(wire.toUpperCase(Locale.ROOT));
    }

    /** Returns whether something was paid that can be refunded. */
    public boolean isRefundable() {
        return this == PARTIALLY_PAID || this == PAID || this == PARTIAL_REFUND;
    }

    /** Returns the value in the interface, such as {@code partially_paid}. */
    public String wire() {
        return name().toLowerCase(Locale.ROOT);
    }
}
