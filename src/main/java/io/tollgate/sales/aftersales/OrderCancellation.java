package io.tollgate.sales.aftersales;

import io.tollgate.platform.api.Endpoint;
import io.tollgate.platform.api.Endpoint.Writing;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.http.ApiResponse;
import io.tollgate.platform.input.Body;
import io.tollgate.platform.input.Input;
import io.tollgate.platform.input.Request;
import io.tollgate.platform.mail.MailOutbox;
import io.tollgate.platform.mail.MailPurpose;
import io.tollgate.platform.schema.Field;
import io.tollgate.platform.write.WriteExecutor;
import io.tollgate.sales.booking.Bookings;
import io.tollgate.sales.booking.CapacityRelease.Goods;
import io.tollgate.sales.booking.Registrations;
import io.tollgate.sales.purchase.ChargeStatus;
import io.tollgate.sales.ticket.StoredTicket;
import io.tollgate.sales.ticket.StoredTicketCodec;
import io.tollgate.sales.ticket.Tickets;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
import java.util.List;

/**
 * The endpoints that cancel bookings and tickets. Canceled tickets admit nobody, and their places can be sold again.
 * Locks the booking, its tickets by id, its invoice, and then the capacities.
 */
public record OrderCancellation(WriteExecutor writes) {
    private static final int REASON_MAX = 500;

    private static final Field RESTOCK = Field.bool("restock")
            .doc("Whether the places, and the stock of order bumps, can be sold again. Defaults to `true`. If `false`, "
                    + "they stay taken.");

    private static final Body CANCEL_TICKET =
            Body.of("TicketCancel", "{ \"restock\": false }", RESTOCK).asOptional();

    private static final Body CANCEL = Body.of(
                    "BookingCancel",
                    "{ \"reason\": \"The buyer cannot come\" }",
                    Field.prose("reason", REASON_MAX)
                            .personal()
                            .doc("Why the booking is canceled. Stored as `canceledReason`.")
                            .orNull(),
                    RESTOCK)
            .asOptional();

    public List<Endpoint> all() {
        return List.of(cancelBooking(), cancelTicket());
    }

    private Endpoint cancelBooking() {
        Writing writing = Writing.of("cancelBooking", """
                Cancels a booking of the key's mode with all its tickets, and releases the use of the coupon, the \
                registration of the customer and, unless `restock` is `false`, the places and the stock of order \
                bumps. `orderStatus` becomes `canceled`. An unpaid booking gets \
                the status `canceled` and a void invoice. What was paid is not refunded: a paid booking keeps its \
                status, and of a partially paid one, nothing more is due and the invoice is `uncollectible`. Returns \
                409 `booking_canceled` if it is canceled already, and 409 `booking_not_placed` if the buyer never \
                ordered.""", CANCEL);
        return writes.endpoint(
                HttpMethod.POST,
                "/v1/bookings/{bookingId}/cancel",
                "Cancel a booking",
                Bookings.RESOURCE,
                writing,
                OrderCancellation::cancelBooking);
    }

    private static WriteExecutor.Command cancelBooking(Request request) {
        Input input = request.input(CANCEL, "bookingId").check();
        String id = request.id("bookingId");
        return write -> StoredChargeCodec.BOOKINGS.lock(write, id).compose(former -> {
            StoredCharge placed = former.value();
            requireCancelable(placed);
            boolean unpaid = placed.status() == ChargeStatus.UNPAID;
            StoredCharge booking = placed.canceledBySeller(new StoredCharge.Cancellation(
                    write.now(), write.caller().principal().id(), input.text("reason")));
            boolean restock = input.bool("restock", true);
            return OrderTickets.cancel(write, id, List.of())
                    .compose(tickets -> StoredChargeCodec.BOOKINGS
                            .update(write, former, booking)
                            .compose(stored -> OrderInvoice.update(write, booking, invoice -> invoice.canceled(unpaid))
                                    .compose(updated -> Registrations.release(write, id))
                                    .compose(removed -> restock
                                            ? OrderStock.take(write, id)
                                            : Future.succeededFuture(List.<Goods>of()))
                                    .compose(goods -> OrderTickets.releasePlaces(
                                            write,
                                            tickets.canceled(),
                                            goods,
                                            booking.links().couponUse(),
                                            restock))
                                    .map(released -> {
                                        MailOutbox.enqueue(write, MailPurpose.BOOKING_CANCELED, id);
                                        return ApiResponse.record(200, stored);
                                    })));
        });
    }

    private static void requireCancelable(StoredCharge booking) {
        if (booking.canceled()) {
            throw ApiError.conflict("booking_canceled", "This booking is canceled already.");
        }
        if (!booking.status().isPlaced()) {
            throw ApiError.conflict("booking_not_placed", "Only a booking that was ordered can be canceled.");
        }
    }

    private Endpoint cancelTicket() {
        Writing writing = Writing.of("cancelTicket", """
                Cancels one ticket of the key's mode and releases its place, unless `restock` is `false`. The booking, \
                its amounts and its invoice do not change. Returns 409 `ticket_canceled` if the ticket is \
                canceled already.""", CANCEL_TICKET);
        return writes.endpoint(
                HttpMethod.POST,
                "/v1/tickets/{ticketId}/cancel",
                "Cancel a ticket",
                Tickets.RESOURCE,
                writing,
                OrderCancellation::cancelTicket);
    }

    private static WriteExecutor.Command cancelTicket(Request request) {
        boolean restock = request.input(CANCEL_TICKET, "ticketId").check().bool("restock", true);
        String id = request.id("ticketId");
        return write -> StoredTicketCodec.INSTANCE.lock(write, id).compose(former -> {
            if (!former.value().valid()) {
                throw ApiError.conflict("ticket_canceled", "This ticket is canceled already.");
            }
            StoredTicket ticket = former.value().canceled(write.now());
            return StoredTicketCodec.INSTANCE
                    .update(write, former, ticket)
                    .compose(stored -> OrderTickets.releasePlaces(write, List.of(ticket), List.of(), null, restock)
                            .map(released -> {
                                MailOutbox.enqueue(write, MailPurpose.TICKET_CANCELED, id);
                                return ApiResponse.record(200, stored);
                            }));
        });
    }
}
