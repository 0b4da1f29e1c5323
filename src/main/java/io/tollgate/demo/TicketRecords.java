package io.tollgate.demo;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.ticket.TicketAmounts;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Writes the tickets of a booking: its money is shared out among them, and sums to it. */
final class TicketRecords {
    private static final List<String> STAFF = List.of("user_0a1b2c3d4e5f", "user_99aa88bb77cc");

    private TicketRecords() {}

    static List<ObjectNode> records(Booking booking) {
        List<ObjectNode> tickets = new ArrayList<>(booking.tickets());
        if (booking.tickets() == 0) {
            return tickets;
        }
        for (Booking.TicketLine line : booking.lines()) {
            for (TicketAmounts amounts : TicketAmounts.of(line.part(), line.feePart())) {
                tickets.add(ticket(booking, line, amounts, tickets.size()));
            }
        }
        return tickets;
    }

    private static ObjectNode ticket(Booking booking, Booking.TicketLine line, TicketAmounts amounts, int place) {
        Charge charge = booking.charge();
        Chance chance = charge.chance(100 + place);
        String seller = charge.book().scope().sellerId();
        Buyer attendee = place == 0 ? charge.buyer() : charge.book().buyerAt(charge.createdAt(), chance);
        long position = booking.firstTicket() + place;
        boolean canceled = booking.canceled(place);
        Settlement settlement = charge.settlement();
        long canceledAt = canceled ? Math.max(settlement.canceledAt(), settlement.refundedAt()) : 0;
        List<ObjectNode> checkIns = canceled ? List.of() : checkIns(booking, chance);
        long updatedAt = Math.max(charge.createdAt(), Math.max(canceledAt, lastCheckIn(checkIns)));
        ObjectNode ticket = Json.of(
                "id", charge.book().ids(IdMaker.Kind.TICKET).id(charge.createdAt(), position),
                "seller", seller,
                "sellerId", seller,
                "charge", charge.id(),
                "bookingId", charge.id(),
                "orderId", charge.orderId(),
                "page", charge.pageId(),
                "pageId", charge.pageId(),
                "ticketType", line.type().id(),
                "ticketTypeId", line.type().id());
        amounts.putInto(ticket);
        return Json.put(
                ticket,
                "pricing",
                line.type().pricing(),
                "currency",
                charge.currency(),
                "customer",
                charge.buyer().id(),
                "customerId",
                charge.buyer().id(),
                "ticketShortId",
                charge.book().ticketShortId(position),
                "checkInCode",
                chance.hex(40),
                "status",
                canceled ? "CANCELED" : "PAID",
                "checkIns",
                checkIns,
                "latestCheckIn",
                checkIns.isEmpty() ? null : checkIns.get(checkIns.size() - 1),
                "customerName",
                attendee.name(),
                "attendeeName",
                attendee.name(),
                "customerEmail",
                attendee.email(),
                "attendeeEmail",
                attendee.email(),
                "livemode",
                charge.book().live(),
                "orderedAt",
                Moments.iso(charge.createdAt()),
                "canceledAt",
                Moments.isoOrNull(canceledAt),
                "metadata",
                metadata(charge, chance),
                "createdAt",
                Moments.iso(charge.createdAt()),
                "updatedAt",
                Moments.iso(updatedAt));
    }

    /** At the door: most come, some leave, and a few of those return. */
    private static List<ObjectNode> checkIns(Booking booking, Chance chance) {
        List<ObjectNode> checkIns = new ArrayList<>();
        EventOffer event = booking.event();
        long time = event.startsAt() - Moments.HOUR / 2 + chance.below(Moments.HOUR);
        int times = chance.weighted(18, 70, 9, 3);
        for (int i = 0; i < times && time < booking.charge().book().now(); i++) {
            boolean in = i % 2 == 0;
            checkIns.add(Json.of(
                    "status",
                    in ? "CHECKEDIN" : "UNCHECKEDIN",
                    "method",
                    chance.percent(85) ? "QRSCAN" : "MANUAL",
                    "checkedInBy",
                    chance.pick(STAFF),
                    "checkedInAt",
                    Moments.iso(time)));
            time += Moments.MINUTE + chance.below(2 * Moments.HOUR);
        }
        return checkIns;
    }

    private static long lastCheckIn(List<ObjectNode> checkIns) {
        return checkIns.isEmpty()
                ? 0
                : Instant.parse(checkIns.get(checkIns.size() - 1)
                                .get("checkedInAt")
                                .textValue())
                        .toEpochMilli();
    }

    private static List<ObjectNode> metadata(Charge charge, Chance chance) {
        return chance.percent(10)
                ? List.of(Json.of(
                        "key", "badge",
                        "value", chance.pick("blue", "grün", "赤"),
                        "addedAt", Moments.iso(charge.createdAt())))
                : List.of();
    }
}
