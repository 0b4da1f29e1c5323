package io.tollgate.sales.booking;

import io.tollgate.catalog.model.AvailabilityStatus;
import io.tollgate.catalog.model.Event;
import io.tollgate.catalog.model.PageStatus;
import io.tollgate.catalog.model.TicketGroup;
import io.tollgate.catalog.model.TicketType;
import io.tollgate.platform.error.ApiError;
import io.tollgate.sales.cart.EventCart;

/** Rejects bookings of tickets that are not on sale or sold out. */
public final class SaleStatus {
    private SaleStatus() {}

    /**
     * Throws a 409 if a ticket is not on sale, or if it is sold out and the booking is live. This check needs no row
     * lock; {@link CapacityClaims} makes the final one. Test bookings ignore capacity.
     */
    public static void requireOnSale(Event event, EventCart cart, boolean live) {
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
                throw notOnSale(type.name() + " is not on sale now");
            }
            if (live && type.availability() == AvailabilityStatus.SOLD_OUT) {
                throw soldOut(group.availability() == AvailabilityStatus.SOLD_OUT ? group.name() : type.name());
            }
        }
    }

    private static ApiError notOnSale(String message) {
        return ApiError.conflict("not_on_sale", message);
    }

    /** @param name the name of the exhausted event, group, ticket type or coupon */
    static ApiError soldOut(String name) {
        return ApiError.conflict("sold_out", name + " is sold out, or fewer are left than requested");
    }
}
