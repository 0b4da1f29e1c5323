package io.tollgate.sales.aftersales;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.clock.Times;
import io.tollgate.processor.DisputeState;
import io.tollgate.sales.aftersales.StoredRefund.CreditNote;
import io.vertx.core.buffer.Buffer;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Encodes the refunds and disputes of an order as the API returns them. */
final class RefundListCodec {
    private RefundListCodec() {}

    /** @param link returns the signed link to a credit note; null without links */
    static Buffer encode(
            RefundList.Head head,
            List<StoredRefund> refunds,
            List<DisputeState> disputes,
            @Nullable Function<StoredRefund, String> link) {
        ObjectNode shown = JsonNodeFactory.instance
                .objectNode()
                .put("id", head.id())
                .put("status", head.status())
                .put("currency", head.currency())
                .put("amountPaid", head.paid())
                .put("amountRefunded", head.refunded());
        ArrayNode rows = shown.putArray("refunds");
        refunds.forEach(refund -> put(rows.addObject(), refund, link));
        ArrayNode disputed = shown.putArray("disputes");
        disputes.forEach(dispute -> put(disputed.addObject(), dispute));
        return Buffer.buffer(shown.toString());
    }

    static void put(ObjectNode row, DisputeState dispute) {
        row.put("id", dispute.id())
                .put("amount", dispute.amount())
                .put("status", dispute.status())
                .put("reason", dispute.reason())
                .put("createdAt", Times.text(dispute.createdAt()));
    }

    static void put(ObjectNode row, StoredRefund refund, @Nullable Function<StoredRefund, String> link) {
        CreditNote note = refund.creditNote();
        row.put("id", refund.id())
                .put("status", refund.status().wire())
                .put("amount", refund.amount())
                .put("processorAmount", refund.processorAmount())
                .put("taxAmount", note == null ? null : (Long) note.taxAmount())
                .put("reason", refund.reason().wire())
                .put("reasonNote", refund.note())
                .put("origin", refund.origin().wire())
                .put("failure", refund.failure())
                .put("processorRefundId", refund.processorRefundId())
                .put("creditNoteNumber", note == null ? null : note.number())
                .put("creditNoteUrl", note == null || link == null ? null : link.apply(refund))
                .put("createdAt", Times.text(refund.createdAt()));
    }
}
