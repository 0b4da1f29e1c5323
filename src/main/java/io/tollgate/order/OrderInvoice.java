package io.tollgate.order;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.invoice.Invoices;
import io.tollgate.records.Records;
import io.tollgate.records.Records.Stored;
import io.tollgate.write.WriteContext;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** The invoice of a payment or booking, which follows its changes. */
final class OrderInvoice {
    private OrderInvoice() {}

    /** Locks and changes the open invoice of a charge. Does nothing if it has none. */
    static Future<Void> update(WriteContext write, ObjectNode charge, Consumer<ObjectNode> change) {
        return Records.lockAll(
                        write.transaction(),
                        write.scope(),
                        Invoices.RESOURCE,
                        "charge_id",
                        charge.get("id").textValue())
                .compose(invoices -> {
                    List<Future<Buffer>> updates = new ArrayList<>();
                    for (Stored stored : invoices) {
                        if (isOpen(stored, charge)) {
                            ObjectNode invoice = stored.record().deepCopy();
                            change.accept(invoice);
                            updates.add(write.update(write.scope(), Invoices.RESOURCE, stored, invoice));
                        }
                    }
                    return Future.join(updates).mapEmpty();
                });
    }

    private static boolean isOpen(Stored stored, ObjectNode charge) {
        String status = stored.record().path("status").asText();
        return stored.record().path("id").equals(charge.path("invoiceId"))
                && (status.equals("open") || status.equals("uncollectible"));
    }
}
