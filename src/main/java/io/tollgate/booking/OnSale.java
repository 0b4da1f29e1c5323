package io.tollgate.booking;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.error.ApiError;
import io.tollgate.order.EventCart;

/**
 * Refuses what is not on sale now. An event or a ticket type that is sold out is refused here for live
 * bookings, before anything is held; test bookings take no places, so to them there always are some.
 */
final class OnSale {
    private OnSale() {}

    static void hold(ObjectNode event, EventCart cart, boolean live) {
        String status = event.path("status").asText();
        if (!status.equals("published")) {
            throw notOnSale("The event is not on sale: it is " + (status.equals("draft") ? "a draft" : "archived"));
        }
        if (event.path("eventDetails").path("status").asText().equals("canceled")) {
            throw notOnSale("The event is canceled");
        }
        for (EventCart.Item item : cart.items()) {
            if (is(item.group(), "unavailable") || is(item.type(), "unavailable")) {
                throw notOnSale("Not on sale now: " + name(item.type()));
            }
            if (live && is(item.type(), "sold_out")) {
                throw soldOut(is(item.group(), "sold_out") ? name(item.group()) : name(item.type()));
            }
        }
    }

    private static boolean is(JsonNode offer, String status) {
        return offer.path("availabilityStatus").asText().equals(status);
    }

    private static String name(JsonNode offer) {
        return offer.path("name").asText();
    }

    private static ApiError notOnSale(String message) {
        return ApiError.conflict("not_on_sale", message);
    }

    /** @param what that there is not enough of, by its name */
    static ApiError soldOut(String what) {
        return ApiError.conflict("sold_out", "Sold out, or fewer left than asked for: " + what);
    }
}
