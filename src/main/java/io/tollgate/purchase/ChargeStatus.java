package io.tollgate.purchase;

import java.util.Locale;
import java.util.Set;

/** The status of a payment or a booking. */
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

    /** Returns the value in the interface, such as {@code partially_paid}. */
    public String wire() {
        return name().toLowerCase(Locale.ROOT);
    }
}
