package io.tollgate.demo;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.pricing.Part;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes bookings as the interface shows them. */
final class BookingRecords {
    private BookingRecords() {}

    static ObjectNode record(Booking booking) {
        List<ObjectNode> tickets =
                booking.lines().stream().map(BookingRecords::line).toList();
        return Json.put(
                ChargeRecords.record(booking.charge()),
                "eventTitle",
                booking.event().title(),
                "tickets",
                tickets,
                "ticketFeesAmount",
                booking.ticketFees());
    }

    private static ObjectNode line(Booking.TicketLine line) {
        EventOffer.Group group = line.group();
        EventOffer.Type type = line.type();
        Part part = line.part();
        return Json.of(
                "name", type.name(),
                "ticketTypeId", type.id(),
                "capacity", type.capacity(),
                "reference", type.reference(),
                "ticketGroupId", group.id(),
                "ticketGroupName", group.name(),
                "ticketGroupCapacity", group.capacity(),
                "ticketGroupReference", group.reference(),
                "quantity", line.quantity(),
                "price", part.reducedUnitPrice(),
                "originalPrice", part.line().unitPrice(),
                "pricing", type.pricing(),
                "fee", fee(group, type, line.feePart()),
                "discount", OfferDocuments.bulk(part.bulkRule(), part.bulkDiscount()));
    }

    private static @Nullable ObjectNode fee(EventOffer.Group group, EventOffer.Type type, @Nullable Part part) {
        return part == null
                ? null
                : Json.of(
                        "name", "Booking fee",
                        "amount", type.fee(),
                        "totalAmount", part.amount(),
                        "display", group.feeDisplay());
    }
}
