package io.tollgate.sales.aftersales;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.clock.Times;
import io.vertx.core.buffer.Buffer;
import java.util.List;

/** Encodes the recorded payments of an order as the API returns them. */
final class RecordedPaymentCodec {
    private RecordedPaymentCodec() {}

    static Buffer encode(StoredCharge charge, List<RecordedPayments.Entry> entries) {
        ObjectNode shown = JsonNodeFactory.instance
                .objectNode()
                .put("id", charge.id())
                .put("currency", charge.currency())
                .put("amountPaid", charge.amounts().paid())
                .put("amountDue", charge.amounts().due());
        ArrayNode payments = shown.putArray("recordedPayments");
        for (RecordedPayments.Entry entry : entries) {
            RecordedPayments.RecordedPayment payment = entry.payment();
            payments.addObject()
                    .put("id", entry.id())
                    .put("amount", payment.amount())
                    .put("method", payment.method())
                    .put("receivedAt", Times.text(payment.receivedAt()))
                    .put("reference", payment.reference())
                    .put("note", payment.note())
                    .put("createdAt", Times.text(entry.createdAt()));
        }
        return Buffer.buffer(shown.toString());
    }
}
