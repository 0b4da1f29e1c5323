package io.tollgate.sales.aftersales;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.api.Endpoint;
import io.tollgate.platform.api.EventPayload;
import io.tollgate.platform.records.StoredJson;
import io.tollgate.platform.resource.Reports;
import io.tollgate.platform.schema.CommonFields;
import io.tollgate.platform.schema.Field;
import io.tollgate.platform.write.WriteContext;
import io.tollgate.processor.DisputeState;
import java.util.ArrayList;
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

    private static final Field CHARGE_ID = Field.id("chargeId")
            .doc("Id of the payment, booking or subscription payment.")
            .always();

    private static final Endpoint.Schema REFUND = schema(
            "Refund",
            "A refund of an order.",
            RefundList.REFUND,
            Field.oneOf("chargeType", "payment", "booking", "subscription_payment")
                    .doc("What `chargeId` is.")
                    .always());

    private static final Endpoint.Schema DISPUTE =
            schema("Dispute", "A dispute of the card payment of an order.", RefundList.DISPUTE);

    /** The events of refunds in the documentation. */
    public static final EventPayload REFUND_EVENTS = new EventPayload(REFUNDS, REFUND, StoredJson.parse("""
            {
              "id": "6b0145e2a35bb5afc622ce62", "status": "succeeded", "amount": 500, "processorAmount": 500,
              "taxAmount": 87, "reason": "duplicate", "reasonNote": "Paid twice", "origin": "request",
              "failure": null, "processorRefundId": "re_d4f6c09124015c21", "creditNoteNumber": "CN-2026-000001",
              "creditNoteUrl": null, "createdAt": "2026-11-02T10:49:00.000Z",
              "chargeId": "6b0145e25c369ebe352e300a", "chargeType": "payment", "currency": "eur"
            }"""), true);

    /** The events of disputes in the documentation. */
    public static final EventPayload DISPUTE_EVENTS = new EventPayload(DISPUTES, DISPUTE, StoredJson.parse("""
            {
              "id": "dp_1PqX2eA4", "amount": 2000, "status": "needs_response", "reason": "fraudulent",
              "createdAt": "2026-11-02T10:00:00.000Z",
              "chargeId": "6b0145e25c369ebe352e300a", "currency": "eur"
            }"""), true);

    private RefundEventCodec() {}

    private static Endpoint.Schema schema(String name, String description, List<Field> fields, Field... more) {
        List<Field> all = new ArrayList<>(fields);
        all.add(CHARGE_ID);
        all.addAll(List.of(more));
        all.add(CommonFields.CURRENCY.always());
        return new Endpoint.Schema(name, description, all);
    }

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
