package io.tollgate.sales.purchase;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.clock.Times;
import io.tollgate.pricing.Currency;
import io.tollgate.pricing.TicketAmounts;
import io.tollgate.sales.cart.Attendees;
import io.tollgate.sales.cart.Buyer;
import io.tollgate.sales.cart.EventCart;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;

/**
 * Creates the ticket records of a booking, one for each attendee. The booking's amounts are allocated to the tickets
 * and equal their sum.
 */
public final class TicketWriter {
    private TicketWriter() {}

    /**
     * The identifiers of a ticket.
     *
     * @param shortId unique for the seller
     * @param checkInCode secret
     */
    public record Identity(String id, String shortId, String checkInCode) {}

    public static List<ObjectNode> write(
            Purchase booking, EventCart cart, Attendees attendees, Instant orderedAt, Supplier<Identity> identities) {
        List<ObjectNode> tickets = new ArrayList<>(cart.quantity());
        long step = Currency.of(booking.currency()).step();
        for (EventCart.Item item : cart.items()) {
            int number = 0;
            for (TicketAmounts amounts : TicketAmounts.of(item.part(), item.feePart(), step)) {
                ObjectNode ticket = ticket(booking, item, identities.get(), orderedAt);
                putAttendee(ticket, booking.buyer(), attendees.of(item.type().id(), number++));
                putAmounts(ticket, amounts);
                tickets.add(ticket);
            }
        }
        return tickets;
    }

    /** Several fields also exist under an older name. */
    private static ObjectNode ticket(Purchase booking, EventCart.Item item, Identity identity, Instant orderedAt) {
        String seller = booking.scope().sellerId();
        String type = item.type().id();
        String now = Times.text(orderedAt);
        ObjectNode ticket = JsonNodeFactory.instance
                .objectNode()
                .put("id", identity.id())
                .put("seller", seller)
                .put("sellerId", seller)
                .put("charge", booking.id())
                .put("bookingId", booking.id())
                .put("orderId", booking.orderId())
                .put("page", booking.page().id())
                .put("pageId", booking.page().id())
                .put("ticketType", type)
                .put("ticketTypeId", type)
                .put("pricing", item.type().pricing().wire())
                .put("currency", booking.currency())
                .put("customer", booking.customerId())
                .put("customerId", booking.customerId())
                .put("ticketShortId", identity.shortId())
                .put("checkInCode", identity.checkInCode())
                .put("status", "PAID")
                .put("livemode", booking.scope().live())
                .put("orderedAt", now)
                .put("createdAt", now)
                .put("updatedAt", now);
        return ticket;
    }

    private static void putAmounts(ObjectNode ticket, TicketAmounts amounts) {
        ticket.put("originalPrice", amounts.originalPrice())
                .put("discountAmount", amounts.discount())
                .put("feeAmount", amounts.fee())
                .put("taxAmount", amounts.tax())
                .put("couponAmount", amounts.coupon())
                .put("complimentaryAmount", amounts.complimentary())
                .put("revenue", amounts.revenue());
    }

    /** Writes the attendee of a ticket: the buyer, unless another person is named. */
    public static void putAttendee(ObjectNode ticket, Buyer attendee) {
        ticket.put("customerName", attendee.name())
                .put("attendeeName", attendee.name())
                .put("customerEmail", attendee.email())
                .put("attendeeEmail", attendee.email());
    }

    private static void putAttendee(ObjectNode ticket, Buyer buyer, Attendees.Attendee attendee) {
        String name = Objects.requireNonNullElse(attendee.name(), buyer.name());
        String email = Objects.requireNonNullElse(attendee.email(), buyer.email());
        ticket.put("customerName", name)
                .put("attendeeName", name)
                .put("customerEmail", email)
                .put("attendeeEmail", email);
    }

    /** Cancels a ticket, which then admits nobody. */
    public static void cancel(ObjectNode ticket, Instant at) {
        ticket.put("status", "CANCELED").put("canceledAt", Times.text(at)).put("updatedAt", Times.text(at));
    }
}
