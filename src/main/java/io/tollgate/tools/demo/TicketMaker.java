package io.tollgate.tools.demo;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.purchase.Charge;
import io.tollgate.purchase.TicketWriter;
import io.tollgate.ticket.CheckIn;
import java.time.Instant;
import java.util.List;
import java.util.Objects;

/** Makes the tickets of a booking, and what happened to them: some are for others, most are used. */
final class TicketMaker {
    private static final List<String> STAFF = List.of("user_0a1b2c3d4e5f", "user_99aa88bb77cc");

    private final BookingStream.Booked booking;
    private int made;

    TicketMaker(BookingStream.Booked booking) {
        this.booking = booking;
    }

    List<ObjectNode> records() {
        Charge charge = booking.charge();
        List<ObjectNode> tickets = TicketWriter.write(charge.purchase(), booking.cart(), this::identity);
        for (int place = 0; place < tickets.size(); place++) {
            live(tickets.get(place), place);
        }
        return tickets;
    }

    private Chance chance(int place) {
        return ChargeMaker.chance(booking.book(), true, booking.position(), 100 + place);
    }

    private TicketWriter.Identity identity() {
        Book book = booking.book();
        long position = booking.firstTicket() + made;
        long createdAt = booking.charge().purchase().createdAt().toEpochMilli();
        TicketWriter.Identity identity = new TicketWriter.Identity(
                book.ids(IdMaker.Kind.TICKET).id(createdAt, position),
                book.ticketShortId(position),
                chance(made).hex(40));
        made++;
        return identity;
    }

    private void live(ObjectNode ticket, int place) {
        Chance chance = chance(-1 - place);
        Charge charge = booking.charge();
        Instant createdAt = charge.purchase().createdAt();
        if (place > 0) {
            Person attendee = booking.book().personAt(createdAt.toEpochMilli(), chance);
            TicketWriter.putAttendee(ticket, attendee.buyer());
        }
        if (chance.percent(10)) {
            ticket.putArray("metadata")
                    .addObject()
                    .put("key", "badge")
                    .put("value", chance.pick("blue", "grün", "赤"))
                    .put("addedAt", CatalogMaker.text(createdAt.toEpochMilli()));
        }
        if (booking.canceled(place)) {
            TicketWriter.cancel(ticket, canceledAt(charge));
        } else {
            checkIns(ticket, chance);
        }
    }

    private static Instant canceledAt(Charge charge) {
        Charge.Cancellation cancellation = charge.cancellation();
        return cancellation != null
                ? cancellation.at()
                : Objects.requireNonNull(charge.refund(), "a ticket is canceled with its booking or a refund")
                        .at();
    }

    /** At the door: most come, some leave, and a few of those return. */
    private void checkIns(ObjectNode ticket, Chance chance) {
        long time = booking.offer().startsAt() - Moments.HOUR / 2 + chance.below(Moments.HOUR);
        int times = chance.weighted(18, 70, 9, 3);
        for (int i = 0; i < times && time < booking.book().now(); i++) {
            Instant now = Instant.ofEpochMilli(time);
            if (i % 2 == 0) {
                CheckIn.admit(ticket, chance.percent(85) ? "QRSCAN" : "MANUAL", chance.pick(STAFF), now);
            } else {
                CheckIn.release(ticket, chance.pick(STAFF), now);
            }
            ticket.put("updatedAt", CatalogMaker.text(time));
            time += Moments.MINUTE + chance.below(2 * Moments.HOUR);
        }
    }
}
