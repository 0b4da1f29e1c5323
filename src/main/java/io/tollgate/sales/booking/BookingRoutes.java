package io.tollgate.sales.booking;

import io.tollgate.platform.api.Endpoint;
import io.tollgate.platform.api.Endpoint.Writing;
import io.tollgate.platform.records.Capacities;
import io.tollgate.platform.write.Inquiry;
import io.tollgate.platform.write.WriteContext;
import io.tollgate.platform.write.WriteExecutor;
import io.tollgate.sales.purchase.CatalogReader;
import io.tollgate.sales.purchase.Codes;
import io.tollgate.sales.tax.OrderTaxes;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
import org.jspecify.annotations.Nullable;

/** The endpoint that creates bookings without a card. */
public final class BookingRoutes {
    private final WriteExecutor writes;
    private final BookingWrite booking;
    private final OrderTaxes taxes;

    public BookingRoutes(WriteExecutor writes, CatalogReader catalog, OrderTaxes taxes) {
        this(writes, new BookingWrite(catalog, Capacities::claim, new Codes()), taxes);
    }

    BookingRoutes(WriteExecutor writes, BookingWrite booking, OrderTaxes taxes) {
        this.writes = writes;
        this.booking = booking;
        this.taxes = taxes;
    }

    public Endpoint create() {
        Writing writing = Writing.of("createBooking", """
                Books tickets of an event without a card, in the mode of the key. A booking with a `paymentOption` \
                is `unpaid`; a `complimentary` or free booking is `paid`. Also creates the tickets, the invoice and, \
                if the e-mail address is new, the customer. Only live bookings use capacity and coupon redemptions. \
                Returns 403 `registration_limit` if the event limits registrations and the customer is already \
                registered, 409 `not_on_sale`, 409 `sold_out` with the name of the exhausted event, group, ticket \
                type or coupon. If the processor calculates the tax of the event (`tax.mode` `processor`), the \
                answers must contain an address: otherwise the response is 400 and names what is missing, or 422 \
                `tax_address_needed` if the event does not ask for one, and 503 `tax_unavailable` if the processor \
                does not respond.""", BookingRequest.BODY).creating();
        return writes.inquiry(
                HttpMethod.POST,
                "/v1/bookings",
                "Create a booking",
                Bookings.RESOURCE,
                writing,
                request -> new Placement(booking, taxes, BookingRequest.of(request)));
    }

    /** A request that may need a tax of the processor. */
    private record Placement(BookingWrite booking, OrderTaxes taxes, BookingRequest request)
            implements Inquiry<OrderTaxes.Needed, OrderTaxes.Known> {
        @Override
        public Future<Outcome<OrderTaxes.Needed>> in(WriteContext write, OrderTaxes.@Nullable Known answer) {
            return booking.create(write, request, answer);
        }

        @Override
        public Future<OrderTaxes.Known> ask(OrderTaxes.Needed question) {
            return taxes.calculate(question);
        }
    }
}
