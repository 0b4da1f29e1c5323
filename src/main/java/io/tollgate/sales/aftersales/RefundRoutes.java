package io.tollgate.sales.aftersales;

import io.tollgate.platform.api.Endpoint;
import io.tollgate.platform.api.Endpoint.Writing;
import io.tollgate.platform.db.Database;
import io.tollgate.platform.http.ApiResponse;
import io.tollgate.platform.input.Body;
import io.tollgate.platform.input.Input;
import io.tollgate.platform.input.Request;
import io.tollgate.platform.records.Records;
import io.tollgate.platform.resource.ListRequest;
import io.tollgate.platform.resource.Resource;
import io.tollgate.platform.schema.Field;
import io.tollgate.platform.schema.Type;
import io.tollgate.platform.write.WriteExecutor;
import io.tollgate.processor.Processing;
import io.tollgate.sales.aftersales.StoredRefund.ChargeReference;
import io.tollgate.sales.invoice.InvoiceLinks;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The endpoints that refund orders and list their refunds.
 *
 * @param charges payments, bookings or subscription payments
 */
public record RefundRoutes(
        WriteExecutor writes,
        Records records,
        Database database,
        Processing processing,
        InvoiceLinks links,
        Resource charges) {
    private static final int NOTE_MAX = 500;
    private static final int TICKETS_MAX = 1_000;

    private static final List<Field> FIELDS =
            fields("Stored as `lastRefundReason`. ", "A note on the reason, stored as `lastRefundReasonNote`.");

    /** @param reason where the reason is stored, as a sentence; empty if no field of the record has it */
    private static List<Field> fields(String reason, String note) {
        return List.of(
                Field.integer("amount", 1, Type.MONEY_MAX)
                        .doc("The amount to refund, in the currency's smallest unit. Defaults to everything that was "
                                + "paid and is not refunded.")
                        .orNull(),
                Field.oneOf("reason", "requested_by_customer", "duplicate", "fraudulent", "other")
                        .doc("Why the amount is refunded. " + reason + "Defaults to `requested_by_customer`.")
                        .orNull(),
                Field.prose("reasonNote", NOTE_MAX).personal().doc(note).orNull());
    }

    private static final Body OF_PAYMENT = Body.of(
                    "PaymentRefund",
                    "{ \"amount\": 500, \"reason\": \"requested_by_customer\", \"restock\": true }",
                    ofPayment())
            .asOptional();

    private static final Body OF_BOOKING = Body.of(
                    "BookingRefund",
                    "{ \"amount\": 500, \"reason\": \"requested_by_customer\", \"cancelTickets\": true }",
                    ofBooking())
            .asOptional();

    private static final Body OF_SUBSCRIPTION_PAYMENT = Body.of(
                    "SubscriptionPaymentRefund",
                    "{ \"amount\": 500, \"reason\": \"requested_by_customer\" }",
                    // Its record does not show the reason. The list of refunds does.
                    fields("", "A note on the reason."))
            .asOptional();

    private static List<Field> ofPayment() {
        List<Field> fields = new ArrayList<>(FIELDS);
        fields.add(Field.bool("restock")
                .doc("Whether everything that the order took of limited stock can be sold again, whatever the "
                        + "amount. An order returns its stock once. Defaults to `false`."));
        return List.copyOf(fields);
    }

    private static List<Field> ofBooking() {
        List<Field> fields = new ArrayList<>(FIELDS);
        fields.add(Field.bool("cancelTickets")
                .doc("Whether to cancel all tickets of the booking and release their places. Defaults to `false`."));
        fields.add(Field.ids("ticketIds", TICKETS_MAX)
                .doc("The tickets of this booking to cancel, instead of all of them. Without `amount`, their value is "
                        + "refunded: the `revenue` of those that are not canceled yet.")
                .orNull());
        fields.add(Field.bool("restock")
                .doc("Whether the places of the canceled tickets can be sold again and, if the booking is canceled, "
                        + "the stock of its order bumps. Needs `cancelTickets` or `ticketIds`, with which it defaults "
                        + "to `true`."));
        return List.copyOf(fields);
    }

    private static final String OF_ORDER = "`amountRefunded` grows, and the status becomes `partial_refund` or"
            + " `refunded`; nothing more is due. The invoice follows, and a credit note is issued.";

    private static final String OF_SUBSCRIPTION = "`partiallyRefunded` or `refunded` becomes `true`. The subscription"
            + " goes on: cancel it if nothing more is to be charged. Its license key is disabled while all of its"
            + " payments are refunded in full.";

    private static final String OF_TICKETS = " `cancelTickets: true` cancels all tickets and releases their places,"
            + " `ticketIds` cancels some; with `restock: false`, the places stay taken. If the booking is refunded"
            + " in full and its last valid ticket is canceled, the booking is canceled too.";

    public List<Endpoint> all() {
        return List.of(refund(), list());
    }

    private ChargeKind kind() {
        return ChargeKind.of(charges);
    }

    private String noun() {
        return charges.noun().toLowerCase(Locale.ROOT);
    }

    private Endpoint refund() {
        Writing writing = Writing.of(operation(), """
                Refunds a %s of the key's mode in part or in full. What was charged at the payment processor is \
                refunded there first; the rest is only recorded, and the seller returns it. %s Returns all refunds of \
                the %s, the new one last. It is `pending` if the \
                processor decides later; a 503 also leaves it pending, and Tollgate finishes it. Returns 400 if \
                `amount` exceeds what can be refunded, 409 `nothing_to_refund` if nothing is left, and 422 \
                `processor_refused` if the processor rejects the refund, for example because the charge is \
                disputed.""".formatted(noun(), effect(), noun()), body())
                .withResponseSchema(RefundList.SCHEMA);
        return writes.externalOperation(
                HttpMethod.POST,
                charges.path() + "/{" + charges.idName() + "}/refund",
                "Refund a " + noun(),
                charges,
                writing,
                this::plan);
    }

    private String operation() {
        return switch (kind()) {
            case PAYMENT -> "refundPayment";
            case BOOKING -> "refundBooking";
            case SUBSCRIPTION_PAYMENT -> "refundSubscriptionPayment";
        };
    }

    private String effect() {
        return switch (kind()) {
            case PAYMENT -> OF_ORDER + " A full refund disables the license key. `restock: true` returns the stock.";
            case BOOKING -> OF_ORDER + OF_TICKETS;
            case SUBSCRIPTION_PAYMENT -> OF_SUBSCRIPTION;
        };
    }

    private Body body() {
        return switch (kind()) {
            case PAYMENT -> OF_PAYMENT;
            case BOOKING -> OF_BOOKING;
            case SUBSCRIPTION_PAYMENT -> OF_SUBSCRIPTION_PAYMENT;
        };
    }

    private RefundOperation plan(Request request) {
        Input input = request.input(body(), charges.idName());
        boolean all = input.bool("cancelTickets", false);
        List<String> tickets = tickets(input);
        boolean cancels = all || tickets != null;
        boolean restock = input.bool("restock", cancels);
        boolean keeps = kind() == ChargeKind.BOOKING && !cancels && restock;
        input.rule(!all || tickets == null, "ticketIds", "cannot be sent with cancelTickets")
                .rule(!keeps, "restock", "needs cancelTickets or ticketIds: valid tickets keep their places")
                .check();
        RefundOperation.Options options = new RefundOperation.Options(
                input.integer("amount"),
                RefundReason.of(input.text("reason")),
                input.text("reasonNote"),
                all ? List.of() : tickets,
                restock);
        ChargeReference charge = new ChargeReference(request.id(charges.idName()), kind());
        return new RefundOperation(writes, processing, new RefundList(links), charge, options);
    }

    /** Returns the tickets to cancel, or null if none are named. */
    private static @Nullable List<String> tickets(Input input) {
        List<String> ids = input.texts("ticketIds");
        return ids.isEmpty() ? null : ids;
    }

    private Endpoint list() {
        return new Endpoint(
                        HttpMethod.GET,
                        charges.path() + "/{" + charges.idName() + "}/refunds",
                        "List the refunds of a " + noun(),
                        Endpoint.Shape.RECORD,
                        charges,
                        this::list)
                .withResponseSchema(RefundList.SCHEMA);
    }

    private Future<ApiResponse> list(Request request) {
        Boolean livemode = ListRequest.livemode(charges, request.parameters());
        return new RefundList(links)
                .response(records, database, request.caller().reading(livemode), charges, request.id(charges.idName()));
    }
}
