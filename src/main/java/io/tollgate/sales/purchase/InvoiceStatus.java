package io.tollgate.sales.purchase;

import java.util.Locale;

/** The status of an invoice. */
public enum InvoiceStatus {
    /** Not issued yet: the invoice has no number and no document. */
    DRAFT,
    OPEN,
    PAID,
    UNCOLLECTIBLE,
    PARTIALLY_REFUNDED,
    REFUNDED,
    VOID;

    /** Returns the status of the invoice of a charge; {@code open} if an amount is due. */
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

    /** Returns the status of a value in the interface. */
    public static InvoiceStatus of(String wire) {
        return valueOf(wire.toUpperCase(Locale.ROOT));
    }

    /** Returns whether the amount of the charge that is not paid is due. */
    public boolean isDue() {
        return this == OPEN || this == UNCOLLECTIBLE;
    }

    /** Returns the value in the interface, such as {@code partially_refunded}. */
    public String wire() {
        return name().toLowerCase(Locale.ROOT);
    }
}
