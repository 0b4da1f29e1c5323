package io.tollgate.booking;

import io.tollgate.cart.EventCart;
import io.tollgate.catalog.AvailabilityStatus;
import io.tollgate.catalog.Event;
import io.tollgate.catalog.PageStatus;
import io.tollgate.catalog.TicketGroup;
import io.tollgate.catalog.TicketType;
import io.tollgate.error.ApiError;

/** Rejects bookings of what is not on sale. */
final class SaleStatus {
    private SaleStatus() {}

    /**
     * Rejects tickets that are not on sale, and live bookings of what is sold out: before they lock anything. Test
     * bookings take no places, so nothing is sold out for them.
     */
    static void requireOnSale(Event event, EventCart cart, boolean live) {
        if (event.status() != PageStatus.PUBLISHED) {
            String status = event.status() == PageStatus.DRAFT ? "a draft" : "archived";
            throw notOnSale("The event is not on sale: it is " + status);
        }
        if (event.details().status() == Event.Status.CANCELED) {
            throw notOnSale("The event is canceled");
        }
        for (EventCart.Item item : cart.items()) {
            TicketGroup group = item.group();
            TicketType type = item.type();
            if (group.availability() == AvailabilityStatus.UNAVAILABLE
                    || type.availability() == AvailabilityStatus.UNAVAILABLE) {
                throw notOnSale("Not on sale now: " + type.name());
            }
            if (live && type.availability() == AvailabilityStatus.SOLD_OUT) {
                throw soldOut(group.availability() == AvailabilityStatus.SOLD_OUT ? group.name() : type.name());
            }
        }
    }

    private static ApiError notOnSale(String message) {
        return ApiError.conflict("not_on_sale", message);
    }

    /** @param name of the event, group, ticket type or coupon of which there is not enough */
    static ApiError soldOut(String name) {
        return ApiError.conflict("sold_out", "Sold out, or fewer left than asked for: " + name);
    }
}
