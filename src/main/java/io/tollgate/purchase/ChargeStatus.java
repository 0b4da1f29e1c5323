package io.tollgate.purchase;

import java.util.Locale;
import java.util.Set;

/** How far a payment or a booking is. */
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

    /** Whether the buyer tried to order. */
    public boolean isOrdered() {
        return !NOT_ORDERED.contains(this);
    }

    /** Whether there is an order, which takes from what can run out. */
    public boolean isPlaced() {
        return PLACED.contains(this);
    }

    /** As the interface writes it: {@code partially_paid}. */
    public String wire() {
        return name().toLowerCase(Locale.ROOT);
    }
}
