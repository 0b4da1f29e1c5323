package io.tollgate.purchase;

import java.util.Locale;

/** How far an invoice is. */
public enum InvoiceStatus {
    /** Not issued yet: it has no number and no document. */
    DRAFT,
    OPEN,
    PAID,
    UNCOLLECTIBLE,
    PARTIALLY_REFUNDED,
    REFUNDED,
    VOID;

    /** The status of an invoice whose charge is so far; of one that is owed, open. */
    public static InvoiceStatus of(ChargeStatus charge) {
        return switch (charge) {
            case PENDING -> DRAFT;
            case CANCELED -> VOID;
            case REFUNDED -> REFUNDED;
            case PARTIAL_REFUND -> PARTIALLY_REFUNDED;
            case UNPAID, PARTIALLY_PAID -> OPEN;
            default -> PAID;
        };
    }

    boolean isOwed() {
        return this == OPEN || this == UNCOLLECTIBLE;
    }

    /** As the interface writes it: {@code partially_refunded}. */
    public String wire() {
        return name().toLowerCase(Locale.ROOT);
    }
}
