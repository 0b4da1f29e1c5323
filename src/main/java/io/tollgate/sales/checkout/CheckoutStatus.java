package io.tollgate.sales.checkout;

import io.tollgate.sales.purchase.ChargeStatus;
import java.util.EnumSet;
import java.util.Set;

/** The status of a checkout, with all transitions between them. */
public enum CheckoutStatus {
    /** Priced, with its stock held until the hold expires. Waits for the buyer's payment. */
    OPEN,
    /** Paid by the buyer; the processor reports the outcome later, as with bank debits. The stock stays held. */
    PENDING,
    /** Ordered without payment: the buyer pays outside of the processor. */
    UNPAID,
    /** A first part is paid; the rest is due outside of the processor. */
    PARTIALLY_PAID,
    /** Paid, free, or a test purchase. */
    PAID,
    /** Not paid in time. The stock is released, and the payment at the processor is canceled. */
    EXPIRED,
    /** Paid after it had expired, when its stock could not be claimed again. The payment is refunded in full. */
    REFUNDED;

    /** Returns the statuses that can follow this one. */
    Set<CheckoutStatus> next() {
        return switch (this) {
            case OPEN -> EnumSet.of(PENDING, UNPAID, PARTIALLY_PAID, PAID, EXPIRED);
            case PENDING -> EnumSet.of(OPEN, PARTIALLY_PAID, PAID, EXPIRED);
            case EXPIRED -> EnumSet.of(PARTIALLY_PAID, PAID, REFUNDED);
            case UNPAID, PARTIALLY_PAID, PAID, REFUNDED -> EnumSet.noneOf(CheckoutStatus.class);
        };
    }

    /** Returns the status of a complete order whose records have this status. */
    static CheckoutStatus of(ChargeStatus status) {
        return switch (status) {
            case PAID -> PAID;
            case PARTIALLY_PAID -> PARTIALLY_PAID;
            case UNPAID -> UNPAID;
            default -> throw new IllegalArgumentException("no order completes as " + status);
        };
    }

    /** Returns whether the checkout can still be paid or expire. */
    public boolean isOpen() {
        return this == OPEN || this == PENDING;
    }

    /** Returns whether the buyer receives what was ordered. */
    public boolean isComplete() {
        return this == UNPAID || this == PARTIALLY_PAID || this == PAID;
    }
}
