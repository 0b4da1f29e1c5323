package io.tollgate.sales.aftersales;

import io.tollgate.platform.write.RecordCodec.LockedRecord;
import io.tollgate.platform.write.WriteContext;
import io.tollgate.sales.invoice.StoredInvoice;
import io.tollgate.sales.invoice.StoredInvoiceCodec;
import io.tollgate.sales.purchase.InvoiceStatus;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;

/** The invoice of a payment or booking, which follows its changes. */
final class OrderInvoice {
    private static final Set<InvoiceStatus> OPEN = EnumSet.of(InvoiceStatus.OPEN, InvoiceStatus.UNCOLLECTIBLE);
    private static final Set<InvoiceStatus> ISSUED =
            EnumSet.complementOf(EnumSet.of(InvoiceStatus.DRAFT, InvoiceStatus.VOID));

    private OrderInvoice() {}

    /** Locks and changes the open invoice of a charge. Does nothing if it has none. */
    static Future<Void> update(WriteContext write, StoredCharge charge, UnaryOperator<StoredInvoice> change) {
        return change(write, charge, OPEN, change).mapEmpty();
    }

    /**
     * Locks the issued invoice of a charge and copies the refunds of the charge to it.
     *
     * @return whether the charge has an issued invoice
     */
    static Future<Boolean> refund(WriteContext write, StoredCharge charge) {
        long refunded = charge.amounts().refunded();
        return change(write, charge, ISSUED, invoice -> invoice.withRefunded(charge.status(), refunded));
    }

    /** Changes the invoice of a charge if it has one of these statuses, and returns whether it has. */
    private static Future<Boolean> change(
            WriteContext write, StoredCharge charge, Set<InvoiceStatus> statuses, UnaryOperator<StoredInvoice> change) {
        return StoredInvoiceCodec.INSTANCE
                .lockAll(write, "charge_id", charge.id())
                .compose(invoices -> {
                    List<Future<Buffer>> updates = new ArrayList<>();
                    for (LockedRecord<StoredInvoice> former : invoices) {
                        StoredInvoice invoice = former.value();
                        if (invoice.id().equals(charge.links().invoiceId()) && statuses.contains(invoice.status())) {
                            updates.add(StoredInvoiceCodec.INSTANCE.update(write, former, change.apply(invoice)));
                        }
                    }
                    return Future.join(updates).map(!updates.isEmpty());
                });
    }
}
