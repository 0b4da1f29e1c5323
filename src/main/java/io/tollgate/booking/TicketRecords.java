package io.tollgate.booking;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.cart.EventCart;
import io.tollgate.clock.Times;
import io.tollgate.purchase.Codes;
import io.tollgate.ticket.TicketAmounts;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Writes the tickets of a booking, one for each attendee: its money is shared out among them, and sums to it. */
final class TicketRecords {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private TicketRecords() {}

    static List<ObjectNode> of(Placed placed, Codes codes, Supplier<String> ids) {
        List<ObjectNode> tickets = new ArrayList<>(placed.draft().cart().quantity());
        for (EventCart.Item item : placed.draft().cart().items()) {
            for (TicketAmounts amounts : TicketAmounts.of(item.part(), item.feePart())) {
                ObjectNode ticket = ticket(placed, item, ids.get());
                ticket.put("ticketShortId", codes.shortId()).put("checkInCode", codes.secret());
                amounts.putInto(ticket);
                tickets.add(ticket);
            }
        }
        return tickets;
    }

    /** Several fields stand twice, under an older name too. */
    private static ObjectNode ticket(Placed placed, EventCart.Item item, String id) {
        Draft draft = placed.draft();
        String seller = draft.scope().sellerId();
        String page = draft.request().eventId();
        String type = item.type().id();
        String now = Times.text(draft.now());
        ObjectNode ticket = JSON.objectNode()
                .put("id", id)
                .put("seller", seller)
                .put("sellerId", seller)
                .put("charge", placed.id())
                .put("bookingId", placed.id())
                .put("orderId", placed.orderId())
                .put("page", page)
                .put("pageId", page)
                .put("ticketType", type)
                .put("ticketTypeId", type)
                .put("currency", draft.event().currency())
                .put("customer", placed.customerId())
                .put("customerId", placed.customerId())
                .put("status", "PAID")
                .put("customerName", draft.buyer().name())
                .put("attendeeName", draft.buyer().name())
                .put("customerEmail", draft.buyer().email())
                .put("attendeeEmail", draft.buyer().email())
                .put("livemode", draft.scope().live())
                .put("orderedAt", now)
                .put("createdAt", now)
                .put("updatedAt", now);
        return ticket.put("pricing", item.type().pricing().wire());
    }
}
