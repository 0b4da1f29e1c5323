package io.tollgate.booking;

import io.tollgate.api.Endpoint;
import io.tollgate.api.Endpoint.Writing;
import io.tollgate.purchase.CatalogReader;
import io.tollgate.purchase.Codes;
import io.tollgate.records.Capacities;
import io.tollgate.write.WriteExecutor;
import io.vertx.core.http.HttpMethod;

/** The endpoint that creates bookings without a card. */
public final class BookingRoutes {
    private final WriteExecutor writes;
    private final BookingWrite booking;

    public BookingRoutes(WriteExecutor writes, CatalogReader catalog) {
        this(writes, new BookingWrite(catalog, Capacities::claim, new Codes()));
    }

    BookingRoutes(WriteExecutor writes, BookingWrite booking) {
        this.writes = writes;
        this.booking = booking;
    }

    public Endpoint create() {
        Writing writing = Writing.of("createBooking", """
                Books tickets of an event without a card, in the mode of the key. A booking with a `paymentOption` \
                is `unpaid`; a `complimentary` or free booking is `paid`. Also creates the tickets, the invoice and, \
                if the e-mail address is new, the customer. Only live bookings use capacity and coupon redemptions. \
                Returns 403 `registration_limit` if the event limits registrations and the customer is already \
                registered, 409 `not_on_sale`, 409 `sold_out` with the name of the exhausted event, group, ticket \
                type or coupon, and 422 `tax_by_processor` if only the processor can calculate the \
                tax.""", BookingRequest.BODY).creating();
        return writes.endpoint(
                HttpMethod.POST, "/v1/bookings", "Create a booking", Bookings.RESOURCE, writing, request -> {
                    BookingRequest parsed = BookingRequest.of(request);
                    return write -> booking.create(write, parsed);
                });
    }
}
