package io.tollgate.sales.aftersales;

import io.tollgate.platform.api.Endpoint;
import io.tollgate.platform.api.Endpoint.Writing;
import io.tollgate.platform.db.Database;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.http.ApiResponse;
import io.tollgate.platform.input.Body;
import io.tollgate.platform.input.Input;
import io.tollgate.platform.input.Request;
import io.tollgate.platform.mail.MailOutbox;
import io.tollgate.platform.mail.MailPurpose;
import io.tollgate.platform.records.Records;
import io.tollgate.platform.resource.ListRequest;
import io.tollgate.platform.resource.Resource;
import io.tollgate.platform.resource.Scope;
import io.tollgate.platform.schema.CommonFields;
import io.tollgate.platform.schema.Field;
import io.tollgate.platform.schema.Type;
import io.tollgate.platform.write.RecordCodec.LockedRecord;
import io.tollgate.platform.write.WriteContext;
import io.tollgate.platform.write.WriteExecutor;
import io.tollgate.sales.aftersales.RecordedPayments.RecordedPayment;
import io.tollgate.sales.purchase.Codes;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/**
 * The endpoints that record payments which the seller received outside of the processor, such as bank transfers.
 *
 * @param charges payments or bookings
 */
public record RecordedPaymentRoutes(WriteExecutor writes, Records records, Database database, Resource charges) {
    private static final int REFERENCE_MAX = 200;
    private static final int NOTE_MAX = 1_000;
    private static final int ID_DIGITS = 24;
    private static final Codes CODES = new Codes();

    private static final Field METHOD = Field.oneOf(
                    "method", "bank_transfer", "cash", "card_terminal", "check", "other")
            .doc("How the buyer paid.");

    private static final Body RECORD = Body.of(
            "RecordedPaymentCreate",
            "{ \"amount\": 1000, \"method\": \"bank_transfer\", \"receivedAt\": \"2026-01-05T00:00:00.000Z\","
                    + " \"reference\": \"Statement 2026/3\" }",
            Field.integer("amount", 1, Type.MONEY_MAX)
                    .doc("The amount received, in the currency's smallest unit. At most `amountDue`, which is the "
                            + "default.")
                    .orNull(),
            METHOD.needed(),
            Field.time("receivedAt")
                    .doc("When the payment was received. Not in the future. Defaults to now.")
                    .orNull(),
            Field.text("reference", REFERENCE_MAX)
                    .personal()
                    .doc("The seller's reference, such as a bank statement.")
                    .orNull(),
            Field.prose("note", NOTE_MAX)
                    .personal()
                    .doc("A note for the seller's staff.")
                    .orNull());

    private static final Endpoint.Schema LIST = new Endpoint.Schema(
            "RecordedPayments",
            "The payments of an order that the seller recorded.",
            List.of(
                    Field.id("id").doc("Id of the payment or booking.").always(),
                    CommonFields.CURRENCY.always(),
                    Field.money("amountPaid").doc("Amount that was paid.").always(),
                    Field.money("amountDue")
                            .doc("Amount that is still to be paid.")
                            .always(),
                    Field.list(
                                    "recordedPayments",
                                    Field.text("id")
                                            .doc("Id of the recorded payment, which is one of `transactionIds`.")
                                            .example("man_65b9a6e1c4a9e0b7f2000003")
                                            .always(),
                                    Field.money("amount")
                                            .doc("The amount received.")
                                            .always(),
                                    METHOD.always(),
                                    Field.time("receivedAt")
                                            .doc("When the payment was received.")
                                            .always(),
                                    Field.text("reference").personal().doc("The seller's reference. Null without one."),
                                    Field.text("note").personal().doc("The seller's note. Null without one."),
                                    Field.time("createdAt")
                                            .doc("When the payment was recorded.")
                                            .always())
                            .doc("The recorded payments, oldest first.")));

    public List<Endpoint> all() {
        return List.of(create(), list());
    }

    private boolean isBooking() {
        return charges.table().equals("booking");
    }

    private String noun() {
        return charges.noun().toLowerCase(Locale.ROOT);
    }

    private Endpoint create() {
        Writing writing =
                Writing.of(isBooking() ? "recordBookingPayment" : "recordPayment", """
                Records a payment that the seller received outside of the processor, such as a bank transfer. \
                `amountPaid` grows and `amountDue` shrinks by the amount; the %s becomes `partially_paid` or, if \
                nothing is due any more, `paid`. Its invoice follows. Returns 409 `nothing_due` if nothing is due, \
                for example because the order was paid or canceled.""".formatted(noun()), RECORD);
        return writes.endpoint(
                HttpMethod.POST,
                charges.path() + "/{" + charges.idName() + "}/record-payment",
                "Record a payment of a " + noun(),
                charges,
                writing,
                this::record);
    }

    private WriteExecutor.Command record(Request request) {
        Input input = request.input(RECORD, charges.idName()).check();
        String id = request.id(charges.idName());
        return write -> codec().lock(write, id).compose(former -> {
            if (!former.value().isDue()) {
                throw ApiError.conflict("nothing_due", "Nothing is due for this order.");
            }
            return record(write, former, payment(input, former.value().amounts().due(), write.now()));
        });
    }

    private StoredChargeCodec codec() {
        return StoredChargeCodec.of(isBooking());
    }

    private static RecordedPayment payment(Input input, long due, Instant now) {
        Long amount = input.integer("amount");
        input.rule(amount == null || amount <= due, "amount", "must be at most " + due + ", the amount due");
        String received = input.text("receivedAt");
        Instant receivedAt = received == null ? now : Instant.parse(received);
        input.rule(!receivedAt.isAfter(now), "receivedAt", "must not be in the future");
        input.check();
        return new RecordedPayment(
                amount == null ? due : amount,
                Objects.requireNonNull(input.text("method")),
                receivedAt,
                input.text("reference"),
                input.text("note"));
    }

    private Future<ApiResponse> record(WriteContext write, LockedRecord<StoredCharge> former, RecordedPayment payment) {
        String id = "man_" + CODES.secret().substring(0, ID_DIGITS);
        StoredCharge charge =
                former.value().received(payment.amount(), new StoredCharge.ReceivedPayment(id, payment.method()));
        return RecordedPayments.insert(write, id, charge.id(), charge.currency(), payment)
                .compose(inserted -> codec().update(write, former, charge))
                .compose(stored -> OrderInvoice.update(write, charge, invoice -> invoice.settled(payment.amount()))
                        .compose(updated -> LicenseKeys.paid(write, charge))
                        .onSuccess(enabled -> {
                            if (charge.amounts().due() == 0) {
                                MailOutbox.enqueue(write, MailPurpose.PAYMENT_RECEIVED, charge.id());
                            }
                        })
                        .compose(enabled -> TaxTasks.recordIfCalculated(write, charge, isBooking()))
                        .map(recorded -> ApiResponse.record(200, stored)));
    }

    private Endpoint list() {
        return new Endpoint(
                        HttpMethod.GET,
                        charges.path() + "/{" + charges.idName() + "}/recorded-payments",
                        "List the recorded payments of a " + noun(),
                        Endpoint.Shape.RECORD,
                        charges,
                        this::list)
                .withResponseSchema(LIST);
    }

    private Future<ApiResponse> list(Request request) {
        Boolean livemode = ListRequest.livemode(charges, request.parameters());
        Scope scope = request.caller().reading(livemode);
        String id = request.id(charges.idName());
        return records.get(scope, charges, id)
                .compose(charge -> RecordedPayments.find(database, scope, id)
                        .map(payments -> ApiResponse.record(
                                200, RecordedPaymentCodec.encode(codec().decode(charge), payments))));
    }
}
