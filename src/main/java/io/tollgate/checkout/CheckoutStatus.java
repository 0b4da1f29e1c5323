package io.tollgate.checkout;

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
    /** Paid, free, or a test purchase. */
    PAID,
    /** Not paid in time. The stock is released, and the payment at the processor is canceled. */
    EXPIRED,
    /** Paid after it had expired, when its stock could not be claimed again. The payment is refunded in full. */
    REFUNDED;

    /** Returns the statuses that can follow this one. */
    Set<CheckoutStatus> next() {
        return switch (this) {
            case OPEN -> EnumSet.of(PENDING, UNPAID, PAID, EXPIRED);
            case PENDING -> EnumSet.of(OPEN, PAID, EXPIRED);
            case EXPIRED -> EnumSet.of(PAID, REFUNDED);
            case UNPAID, PAID, REFUNDED -> EnumSet.noneOf(CheckoutStatus.class);
        };
    }

    /** Returns whether the checkout can still be paid or expire. */
    public boolean isOpen() {
        return this == OPEN || this == PENDING;
    }
}
