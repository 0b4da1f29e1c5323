package io.tollgate.sales.aftersales;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.records.Records;
import io.tollgate.platform.records.Records.Stored;
import io.tollgate.platform.write.WriteContext;
import io.tollgate.sales.invoice.Invoices;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/** The invoice of a payment or booking, which follows its changes. */
final class OrderInvoice {
    private static final Set<String> OPEN = Set.of("open", "uncollectible");
    private static final Set<String> ISSUED = Set.of("open", "uncollectible", "paid", "partially_refunded", "refunded");

    private OrderInvoice() {}

    /** Locks and changes the open invoice of a charge. Does nothing if it has none. */
    static Future<Void> update(WriteContext write, ObjectNode charge, Consumer<ObjectNode> change) {
        return change(write, charge, OPEN, change).mapEmpty();
    }

    /**
     * Locks the issued invoice of a charge and copies the refunds of the charge to it.
     *
     * @return whether the charge has an issued invoice
     */
    static Future<Boolean> refund(WriteContext write, ObjectNode charge) {
        return change(
                write,
                charge,
                ISSUED,
                invoice -> invoice.put("status", status(charge))
                        .put("amountRefunded", charge.path("amountRefunded").asLong())
                        .put("amountDue", 0));
    }

    /** Returns the status of a paid invoice after a refund, or after a refund that failed. */
    private static String status(ObjectNode charge) {
        return switch (OrderStatus.of(charge)) {
            case REFUNDED -> "refunded";
            case PARTIAL_REFUND -> "partially_refunded";
            case PARTIALLY_PAID -> "uncollectible";
            default -> "paid";
        };
    }

    /** Changes the invoice of a charge if it has one of these statuses, and returns whether it has. */
    private static Future<Boolean> change(
            WriteContext write, ObjectNode charge, Set<String> statuses, Consumer<ObjectNode> change) {
        return Records.lockAll(
                        write.transaction(),
                        write.scope(),
                        Invoices.RESOURCE,
                        "charge_id",
                        charge.get("id").textValue())
                .compose(invoices -> {
                    List<Future<Buffer>> updates = new ArrayList<>();
                    for (Stored stored : invoices) {
                        if (isOf(stored, charge, statuses)) {
                            ObjectNode invoice = stored.record().deepCopy();
                            change.accept(invoice);
                            updates.add(write.update(write.scope(), Invoices.RESOURCE, stored, invoice));
                        }
                    }
                    return Future.join(updates).map(!updates.isEmpty());
                });
    }

    private static boolean isOf(Stored stored, ObjectNode charge, Set<String> statuses) {
        return stored.record().path("id").equals(charge.path("invoiceId"))
                && statuses.contains(stored.record().path("status").asText());
    }
}
