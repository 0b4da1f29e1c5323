package io.tollgate.sales.invoice;

import io.tollgate.sales.purchase.ChargeStatus;
import io.tollgate.sales.purchase.InvoiceStatus;

/**
 * A recorded invoice: what the changes of its charge read and write. Each transition returns the next value.
 *
 * @param paid in the currency's smallest unit, as all amounts
 */
public record StoredInvoice(String id, InvoiceStatus status, long paid, long due, long refunded) {
    /** Returns the invoice after a payment of a part of what is due. */
    public StoredInvoice settled(long amount) {
        long left = due - amount;
        return new StoredInvoice(
                id, left == 0 ? InvoiceStatus.PAID : InvoiceStatus.OPEN, paid + amount, left, refunded);
    }

    /** Returns the invoice of a canceled charge: void if nothing was paid. */
    public StoredInvoice canceled(boolean unpaid) {
        return new StoredInvoice(id, unpaid ? InvoiceStatus.VOID : InvoiceStatus.UNCOLLECTIBLE, paid, 0, refunded);
    }

    /** Returns the invoice of a paid charge after a refund, or after a refund that failed. */
    public StoredInvoice withRefunded(ChargeStatus charge, long sum) {
        InvoiceStatus next = switch (charge) {
            case REFUNDED -> InvoiceStatus.REFUNDED;
            case PARTIAL_REFUND -> InvoiceStatus.PARTIALLY_REFUNDED;
            case PARTIALLY_PAID -> InvoiceStatus.UNCOLLECTIBLE;
            default -> InvoiceStatus.PAID;
        };
        return new StoredInvoice(id, next, paid, 0, sum);
    }
}
