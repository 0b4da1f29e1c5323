package io.tollgate.sales.aftersales;

import io.tollgate.platform.api.Endpoint;
import io.tollgate.platform.db.Database;
import io.tollgate.platform.http.ApiResponse;
import io.tollgate.platform.records.Records;
import io.tollgate.platform.resource.Resource;
import io.tollgate.platform.resource.Scope;
import io.tollgate.platform.schema.CommonFields;
import io.tollgate.platform.schema.Field;
import io.tollgate.platform.write.WriteContext;
import io.tollgate.processor.DisputeState;
import io.tollgate.sales.aftersales.StoredRefund.ChargeReference;
import io.tollgate.sales.invoice.InvoiceLinks;
import io.tollgate.sales.purchase.Refundable;
import io.tollgate.sales.subscription.StoredSubscriptionPayment;
import io.vertx.core.Future;
import java.util.List;

/** The refunds and disputes of one order, as the API returns them. */
record RefundList(InvoiceLinks links) {
    private static final String CREDIT_NOTE_URL = "https://pay.example.com/documents/credit-notes/"
            + "65b9a6e1c4a9e0b7f2000001/live/65b9a6e1c4a9e0b7f2000003.pdf?expires=1769853600&signature=x";

    /** The fields of one refund. */
    static final List<Field> REFUND = List.of(
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
            Field.time("createdAt").doc("When the refund was requested.").always());

    /** The fields of one dispute. */
    static final List<Field> DISPUTE = List.of(
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
            Field.time("createdAt").doc("When the dispute was opened.").always());

    private static final Field REFUNDS = Field.list("refunds", REFUND).doc("The refunds, oldest first.");

    private static final Field DISPUTES = Field.list("disputes", DISPUTE)
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
    Future<ApiResponse> response(WriteContext write, ChargeReference of) {
        return of.codec()
                .lock(write.transaction(), write.scope(), of.id())
                .compose(charge -> RefundStore.of(write, of.id())
                        .compose(refunds -> Disputes.of(write, of.id())
                                .map(disputes -> respond(write.scope(), charge.value(), refunds, disputes))));
    }

    /** Returns the response to a read. */
    Future<ApiResponse> response(Records records, Database database, Scope scope, Resource charges, String id) {
        ChargeReference of = new ChargeReference(id, ChargeKind.of(charges));
        return records.get(scope, charges, id)
                .compose(charge -> RefundStore.of(database, scope, id)
                        .compose(refunds -> Disputes.of(database, scope, id)
                                .map(disputes -> respond(scope, of.codec().decode(charge), refunds, disputes))));
    }

    /** What is shown of the charge. */
    record Head(String id, String status, String currency, long paid, long refunded) {
        static Head of(Refundable charge, List<StoredRefund> refunds) {
            ChargeAmounts amounts = ChargeAmounts.of(charge, refunds);
            String status = charge instanceof StoredSubscriptionPayment payment && amounts.paid() == 0
                    ? payment.status()
                    : amounts.status().wire();
            return new Head(charge.id(), status, charge.currency(), amounts.paid(), amounts.refunded());
        }
    }

    /** Returns the response. The signed links differ in each response, so that they are not stored. */
    private ApiResponse respond(
            Scope scope, Refundable charge, List<StoredRefund> refunds, List<DisputeState> disputes) {
        Head head = Head.of(charge, refunds);
        return ApiResponse.record(
                200,
                RefundListCodec.encode(head, refunds, disputes, null),
                RefundListCodec.encode(head, refunds, disputes, refund -> links.signCreditNote(scope, refund.id())));
    }
}
