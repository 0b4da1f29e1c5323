package io.tollgate.sales.aftersales;

import io.tollgate.platform.api.Endpoint;
import io.tollgate.platform.api.Endpoint.Writing;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.http.ApiResponse;
import io.tollgate.platform.input.Body;
import io.tollgate.platform.input.Input;
import io.tollgate.platform.input.Request;
import io.tollgate.platform.mail.MailPurpose;
import io.tollgate.platform.mail.RepeatedMail;
import io.tollgate.platform.resource.Resource;
import io.tollgate.platform.schema.Field;
import io.tollgate.platform.write.WriteContext;
import io.tollgate.platform.write.WriteExecutor;
import io.tollgate.sales.purchase.ChargeStatus;
import io.tollgate.sales.ticket.StoredTicket;
import io.tollgate.sales.ticket.StoredTicketCodec;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The endpoints that send the confirmation of a payment or booking again: to its buyer, or a ticket to its attendee.
 *
 * @param charges payments or bookings
 */
public record ResendRoutes(WriteExecutor writes, RepeatedMail mails, Resource charges) {
    private static final String TICKET = "ticketId";

    private static final Body OF_BOOKING = Body.of(
                    "BookingResend",
                    "{}",
                    Field.id(TICKET)
                            .doc("Id of a ticket of the booking, which is sent to its attendee. Null: the confirmation "
                                    + "is sent to the buyer.")
                            .orNull())
            .asOptional();

    private static final Endpoint.Schema DONE = new Endpoint.Schema(
            "ConfirmationResent",
            "Confirms that the message is in the outbox.",
            List.of(
                    Field.bool("success").doc("Always `true`.").always(),
                    Field.text("recipient")
                            .personal()
                            .doc("E-mail address of the buyer or attendee.")
                            .example("ada@example.com")
                            .always()));

    public Endpoint resend() {
        String noun = charges.noun().toLowerCase(Locale.ROOT);
        Writing writing = Writing.of(
                        isBooking() ? "resendBooking" : "resendPayment",
                        """
                Sends the confirmation of a %s of the key's mode again, with the documents as they are now, also if \
                the page sends no confirmations%s. Each record has `rateLimits.resendsPerHour` such messages per \
                hour; then the response is 429. Returns 409 `order_not_placed` if the buyer never ordered, 409 \
                `order_canceled` if the %s is canceled, and 409 `email_missing` without an e-mail address%s.\
                """.formatted(
                                        noun,
                                        isBooking() ? "; with `ticketId`, sends one ticket to its attendee" : "",
                                        noun,
                                        isBooking() ? "; 409 `ticket_canceled` if the ticket is canceled" : ""),
                        body())
                .withResponseSchema(DONE);
        return writes.endpoint(
                HttpMethod.POST,
                charges.path() + "/{" + charges.idName() + "}/resend",
                "Send the confirmation of a " + noun + " again",
                charges,
                writing,
                this::resend);
    }

    private boolean isBooking() {
        return charges.table().equals("booking");
    }

    private Body body() {
        return isBooking() ? OF_BOOKING : Body.NONE;
    }

    private WriteExecutor.Command resend(Request request) {
        Input input = request.input(body(), charges.idName()).check();
        String id = request.id(charges.idName());
        String ticketId = isBooking() ? input.text(TICKET) : null;
        return write -> StoredChargeCodec.of(isBooking())
                .lock(write, id)
                .compose(charge -> {
                    requirePlaced(charge.value());
                    return ticketId == null
                            ? send(
                                    write,
                                    MailPurpose.ORDER_CONFIRMATION,
                                    id,
                                    charge.value().links().email())
                            : ticket(write, id, ticketId);
                })
                .map(recipient -> ApiResponse.ok(new JsonObject()
                        .put("data", new JsonObject().put("success", true).put("recipient", recipient))
                        .toBuffer()));
    }

    private static void requirePlaced(StoredCharge charge) {
        if (charge.canceled() || charge.status() == ChargeStatus.CANCELED) {
            throw ApiError.conflict("order_canceled", "This order is canceled.");
        }
        if (!charge.status().isPlaced()) {
            throw ApiError.conflict("order_not_placed", "Only an order that was placed has a confirmation.");
        }
    }

    private Future<String> ticket(WriteContext write, String bookingId, String ticketId) {
        return StoredTicketCodec.INSTANCE
                .lock(write, ticketId)
                .recover(failure -> Future.failedFuture(
                        failure instanceof ApiError error && error.status() == 404 ? foreign(ticketId) : failure))
                .compose(stored -> {
                    StoredTicket ticket = stored.value();
                    if (!ticket.bookingId().equals(bookingId)) {
                        throw foreign(ticketId);
                    }
                    if (!ticket.valid()) {
                        throw ApiError.conflict("ticket_canceled", "This ticket is canceled.");
                    }
                    return send(write, MailPurpose.TICKET_CONFIRMATION, ticketId, ticket.email());
                });
    }

    private static ApiError foreign(String ticketId) {
        return ApiError.invalid(TICKET, "no such ticket of this booking", ticketId);
    }

    private Future<String> send(WriteContext write, MailPurpose purpose, String id, @Nullable String recipient) {
        if (recipient == null) {
            throw ApiError.conflict("email_missing", "The record has no e-mail address.");
        }
        return mails.send(write, purpose, id).map(recipient);
    }
}
