package io.tollgate.booking;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.clock.Times;
import io.tollgate.order.Codes;
import io.tollgate.order.EventCart;
import io.tollgate.pricing.Part;
import io.tollgate.pricing.Shares;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/** Writes the tickets of a booking, one for each attendee: its money is shared out among them, and sums to it. */
final class TicketRecords {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private TicketRecords() {}

    static List<ObjectNode> of(Placed placed, Codes codes, Supplier<String> ids) {
        List<ObjectNode> tickets = new ArrayList<>(placed.draft().cart().quantity());
        for (EventCart.Item item : placed.draft().cart().items()) {
            Money money = new Money(item);
            for (int i = 0; i < item.quantity(); i++) {
                ObjectNode ticket = ticket(placed, item, ids.get());
                ticket.put("ticketShortId", codes.shortId()).put("checkInCode", codes.secret());
                money.putInto(ticket, i);
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
        String type = item.type().path("id").asText();
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
                .put("currency", draft.currency())
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
        ticket.set("pricing", item.type().get("pricing"));
        return ticket;
    }

    /** The parts of a line's money, one for each of its tickets. */
    private static final class Money {
        private final long price;
        private final long[] alike;
        private final long[] discount;
        private final long[] coupon;
        private final long[] complimentary;
        private final long[] fee;
        private final long[] tax;

        Money(EventCart.Item item) {
            Part part = item.part();
            @Nullable Part fees = item.feePart();
            alike = new long[item.quantity()];
            Arrays.fill(alike, 1);
            price = part.line().unitPrice();
            discount = shared(part.bulkDiscount());
            coupon = coupon(part, fees);
            complimentary = shared(part.complimentaryDiscount() + (fees == null ? 0 : fees.complimentaryDiscount()));
            fee = shared(part.fee() + (fees == null ? 0 : fees.fee() + fees.amount()));
            tax = shared(part.taxAdded() ? part.tax() + (fees == null ? 0 : fees.tax()) : 0);
        }

        /** By what is left of each ticket's price: never more than that. */
        private long[] coupon(Part part, @Nullable Part fees) {
            long[] left = LongStream.of(discount).map(off -> price - off).toArray();
            long[] ofPrice = Shares.of(part.couponDiscount(), left);
            long[] ofFee = shared(fees == null ? 0 : fees.couponDiscount());
            Arrays.setAll(ofPrice, i -> ofPrice[i] + ofFee[i]);
            return ofPrice;
        }

        private long[] shared(long amount) {
            return Shares.of(amount, alike);
        }

        void putInto(ObjectNode ticket, int i) {
            ticket.put("originalPrice", price)
                    .put("discountAmount", discount[i])
                    .put("feeAmount", fee[i])
                    .put("taxAmount", tax[i])
                    .put("couponAmount", coupon[i])
                    .put("complimentaryAmount", complimentary[i])
                    .put("revenue", price - discount[i] - coupon[i] - complimentary[i] + tax[i] + fee[i]);
        }
    }
}
