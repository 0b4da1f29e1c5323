package io.tollgate.sales.aftersales;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.resource.Reports;
import io.tollgate.platform.write.WriteContext;
import io.tollgate.processor.DisputeState;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The events of refunds and disputes, which are stored in tables of their own. */
public final class RefundEventCodec {
    public static final Reports REFUNDS = new Reports(
            "refund",
            Reports.created("refund.created", "a refund is requested, or was made at the processor."),
            Reports.becomes("status", "succeeded", "refund.succeeded", "the money of a refund is on its way back."),
            Reports.becomes("status", "failed", "refund.failed", "the processor has refused a refund."),
            Reports.given("creditNoteNumber", "credit_note.created", "a credit note is issued for a refund."));

    public static final Reports DISPUTES = new Reports(
            "dispute",
            Reports.created("dispute.created", "a buyer disputes a card payment."),
            new Reports.Rule(
                    "dispute.closed",
                    "a dispute is won, lost, or closed before that.",
                    (before, after) -> isClosed(after.path("status").asText())
                            && !isClosed(before.path("status").asText())));

    private RefundEventCodec() {}

    private static boolean isClosed(String status) {
        return DisputeState.CLOSED.contains(status);
    }

    /** @param before null if the refund is new */
    static void refund(WriteContext write, @Nullable StoredRefund before, StoredRefund after) {
        write.report(REFUNDS, before == null ? null : shown(before), shown(after));
    }

    private static ObjectNode shown(StoredRefund refund) {
        ObjectNode shown = JsonNodeFactory.instance.objectNode();
        RefundListCodec.put(shown, refund, null);
        return shown.put("chargeId", refund.charge().id())
                .put("chargeType", refund.charge().type())
                .put("currency", refund.currency());
    }

    /** @param known the disputes of the order before the change */
    static void dispute(
            WriteContext write, String chargeId, String currency, List<DisputeState> known, DisputeState after) {
        ObjectNode before = known.stream()
                .filter(one -> one.id().equals(after.id()))
                .findFirst()
                .map(one -> shown(chargeId, currency, one))
                .orElse(null);
        write.report(DISPUTES, before, shown(chargeId, currency, after));
    }

    private static ObjectNode shown(String chargeId, String currency, DisputeState dispute) {
        ObjectNode shown = JsonNodeFactory.instance.objectNode();
        RefundListCodec.put(shown, dispute);
        return shown.put("chargeId", chargeId).put("currency", currency);
    }
}
