package io.tollgate.sales.aftersales;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.api.Endpoint;
import io.tollgate.platform.clock.Times;
import io.tollgate.platform.db.Database;
import io.tollgate.platform.http.ApiResponse;
import io.tollgate.platform.records.Records;
import io.tollgate.platform.records.StoredJson;
import io.tollgate.platform.resource.Resource;
import io.tollgate.platform.resource.Scope;
import io.tollgate.platform.schema.CommonFields;
import io.tollgate.platform.schema.Field;
import io.tollgate.platform.write.WriteContext;
import io.tollgate.processor.DisputeState;
import io.tollgate.sales.aftersales.StoredRefund.Charge;
import io.tollgate.sales.aftersales.StoredRefund.CreditNote;
import io.tollgate.sales.invoice.InvoiceLinks;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import java.util.List;

/** The refunds and disputes of one order, as the API returns them. */
record RefundList(InvoiceLinks links) {
    private static final String CREDIT_NOTE_URL = "https://pay.example.com/documents/credit-notes/"
            + "65b9a6e1c4a9e0b7f2000001/live/65b9a6e1c4a9e0b7f2000003.pdf?expires=1769853600&signature=x";

    private static final Field REFUNDS = Field.list(
                    "refunds",
                    Field.id("id").doc("Id of the refund.").always(),
                    Field.oneOf("status", "pending", "succeeded", "failed")
                            .doc("`pending`: the processor has not decided yet. `failed`: nothing was returned.")
                            .always(),
                    Field.money("amount").doc("Amount of the refund.").always(),
                    Field.money("processorAmount")
                            .doc("Part of the amount that the payment processor returns. The seller returns the rest.")
                            .always(),
                    Field.money("taxAmount").doc("Tax share of the amount. Null without a credit note."),
                    Field.oneOf("reason", "requested_by_customer", "duplicate", "fraudulent", "other")
                            .doc("Why the amount was refunded.")
                            .always(),
                    Field.text("reasonNote").personal().doc("A note on the reason. Null without one."),
                    Field.oneOf("origin", "request", "processor", "dispute", "late_payment")
                            .doc("What caused the refund: a `request` to the API, a refund that was created at the "
                                    + "`processor`, a lost `dispute`, or a `late_payment` of an expired order.")
                            .always(),
                    Field.text("failure").doc("Why the refund failed. Null if it did not."),
                    Field.text("processorRefundId")
                            .doc("Id of the refund, or of the lost dispute, at the processor. Null without one."),
                    Field.text("creditNoteNumber")
                            .doc("Number of the credit note, without gaps for a seller, mode and year. Null before "
                                    + "success, and if the order has no invoice.")
                            .example("CN-2026-000003"),
                    Field.text("creditNoteUrl")
                            .doc("Signed link to the PDF of the credit note, valid for one hour. Null without one.")
                            .example(CREDIT_NOTE_URL),
                    Field.time("createdAt")
                            .doc("When the refund was requested.")
                            .always())
            .doc("The refunds, oldest first.");

    private static final Field DISPUTES = Field.list(
                    "disputes",
                    Field.text("id")
                            .doc("Id of the dispute at the processor.")
                            .example("dp_1PqX2eA4")
                            .always(),
                    Field.money("amount").doc("Disputed amount.").always(),
                    Field.text("status")
                            .doc("State in the words of the processor, such as `needs_response`, `under_review`, `won` "
                                    + "or `lost`.")
                            .example("needs_response")
                            .always(),
                    Field.text("reason")
                            .doc("Reason in the words of the processor, such as `fraudulent`.")
                            .example("fraudulent")
                            .always(),
                    Field.time("createdAt").doc("When the dispute was opened.").always())
            .doc("The disputes of the card payment, oldest first. A lost dispute is also a refund.");

    static final Endpoint.Schema SCHEMA = new Endpoint.Schema(
            "Refunds",
            "The refunds and disputes of an order.",
            List.of(
                    Field.id("id")
                            .doc("Id of the payment, booking or subscription payment.")
                            .always(),
                    Field.text("status")
                            .doc("Status of the payment or booking. Of a subscription payment that succeeded: `paid`, "
                                    + "`partial_refund` or `refunded`; otherwise its `paymentStatus`.")
                            .example("partial_refund")
                            .always(),
                    CommonFields.CURRENCY.always(),
                    Field.money("amountPaid").doc("Amount that was paid.").always(),
                    Field.money("amountRefunded")
                            .doc("Sum of the refunds that succeeded.")
                            .always(),
                    REFUNDS,
                    DISPUTES));

    /** Returns the response after a change, with the charge as the transaction sees it. */
    Future<ApiResponse> response(WriteContext write, Charge of) {
        return Records.lock(write.transaction(), write.scope(), of.resource(), of.id())
                .compose(charge -> RefundStore.of(write, of.id())
                        .compose(refunds -> Disputes.of(write, of.id())
                                .map(disputes -> respond(
                                        write.scope(), head(of, charge.record(), refunds), refunds, disputes))));
    }

    /** Returns the response to a read. */
    Future<ApiResponse> response(Records records, Database database, Scope scope, Resource charges, String id) {
        return records.get(scope, charges, id)
                .compose(charge -> RefundStore.of(database, scope, id)
                        .compose(refunds -> Disputes.of(database, scope, id).map(disputes -> {
                            Charge of = new Charge(id, ChargeKind.of(charges));
                            ObjectNode head = head(of, StoredJson.parse(charge), refunds);
                            return respond(scope, head, refunds, disputes);
                        })));
    }

    /** Returns what is shown of the charge. */
    private static ObjectNode head(Charge of, ObjectNode record, List<StoredRefund> refunds) {
        ChargeAmounts amounts = ChargeAmounts.of(of, record, refunds);
        boolean unpaid = of.isSubscriptionPayment() && amounts.paid() == 0;
        return record.objectNode()
                .put("id", of.id())
                .put(
                        "status",
                        unpaid
                                ? record.path("paymentStatus").asText()
                                : amounts.status().wire())
                .put("currency", record.path("currency").asText())
                .put("amountPaid", amounts.paid())
                .put("amountRefunded", amounts.refunded());
    }

    private ApiResponse respond(Scope scope, ObjectNode head, List<StoredRefund> refunds, List<DisputeState> disputes) {
        ObjectNode stored = json(scope, head, refunds, disputes, false);
        ObjectNode shown = json(scope, head, refunds, disputes, true);
        return ApiResponse.record(200, Buffer.buffer(stored.toString()), Buffer.buffer(shown.toString()));
    }

    /** @param signed whether to include the signed links, which differ in each response */
    private ObjectNode json(
            Scope scope, ObjectNode head, List<StoredRefund> refunds, List<DisputeState> disputes, boolean signed) {
        ObjectNode shown = head.deepCopy();
        ArrayNode rows = shown.putArray("refunds");
        refunds.forEach(refund -> put(rows.addObject(), scope, refund, signed));
        ArrayNode disputed = shown.putArray("disputes");
        disputes.forEach(dispute -> disputed.addObject()
                .put("id", dispute.id())
                .put("amount", dispute.amount())
                .put("status", dispute.status())
                .put("reason", dispute.reason())
                .put("createdAt", Times.text(dispute.createdAt())));
        return shown;
    }

    private void put(ObjectNode row, Scope scope, StoredRefund refund, boolean signed) {
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
                .put("creditNoteUrl", note == null || !signed ? null : links.signCreditNote(scope, refund.id()))
                .put("createdAt", Times.text(refund.createdAt()));
    }
}
