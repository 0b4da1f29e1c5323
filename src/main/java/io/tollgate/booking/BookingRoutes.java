package io.tollgate.booking;

import io.tollgate.api.Endpoint;
import io.tollgate.api.Endpoint.Writing;
import io.tollgate.purchase.CatalogReader;
import io.tollgate.purchase.Codes;
import io.tollgate.records.Capacities;
import io.tollgate.write.WriteExecutor;
import io.vertx.core.http.HttpMethod;

/** Makes bookings without a card. */
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
                Books tickets of an event without a card, in the mode of the key. With a `paymentOption` the booking \
                is `unpaid`; a `complimentary` one, and one that costs nothing, is `paid`. Its tickets, its invoice \
                and, where the e-mail address is new, its customer are made with it. Places and uses of a coupon are \
                taken by live bookings only. 403 `registration_limit` where the event takes each guest once and this \
                one is registered; 409 `not_on_sale`, and 409 `sold_out` naming the \
                event, group, ticket type or coupon of which there is not enough; 422 `tax_by_processor` where the \
                tax can be known only by the processor.""", BookingRequest.BODY).creating();
        return writes.endpoint(
                HttpMethod.POST, "/v1/bookings", "Create a booking", Bookings.RESOURCE, writing, request -> {
                    BookingRequest wanted = BookingRequest.of(request);
                    return write -> booking.in(write, wanted);
                });
    }
}
