package io.tollgate.tools.demo;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.sales.cart.Attendees;
import io.tollgate.sales.purchase.Charge;
import io.tollgate.sales.purchase.TicketWriter;
import io.tollgate.sales.ticket.CheckIn;
import java.time.Instant;
import java.util.List;
import java.util.Objects;

/** Generates the tickets of a booking with their attendees and check-ins. */
final class TicketMaker {
    private static final List<String> STAFF = List.of("user_0a1b2c3d4e5f", "user_99aa88bb77cc");

    private final BookingStream.DemoBooking booking;
    private int made;

    TicketMaker(BookingStream.DemoBooking booking) {
        this.booking = booking;
    }

    List<ObjectNode> records() {
        Charge charge = booking.charge();
        List<ObjectNode> tickets = TicketWriter.write(
                charge.purchase(),
                booking.cart(),
                Attendees.NONE,
                charge.purchase().createdAt(),
                this::identity);
        for (int place = 0; place < tickets.size(); place++) {
            live(tickets.get(place), place);
        }
        return tickets;
    }

    private DemoRandom random(int place) {
        return ChargeMaker.random(booking.plan(), true, booking.position(), 100 + place);
    }

    private TicketWriter.Identity identity() {
        PurchasePlan plan = booking.plan();
        long position = booking.firstTicket() + made;
        long createdAt = booking.charge().purchase().createdAt().toEpochMilli();
        TicketWriter.Identity identity = new TicketWriter.Identity(
                plan.ids(IdMaker.Kind.TICKET).id(createdAt, position),
                plan.ticketShortId(position),
                random(made).hex(40));
        made++;
        return identity;
    }

    private void live(ObjectNode ticket, int place) {
        DemoRandom random = random(-1 - place);
        Charge charge = booking.charge();
        Instant createdAt = charge.purchase().createdAt();
        if (place > 0) {
            Person attendee = booking.plan().personAt(createdAt.toEpochMilli(), random);
            TicketWriter.putAttendee(ticket, attendee.buyer());
        }
        if (random.percent(10)) {
            ticket.putArray("metadata")
                    .addObject()
                    .put("key", "badge")
                    .put("value", random.pick("blue", "grün", "赤"))
                    .put("addedAt", CatalogMaker.text(createdAt.toEpochMilli()));
        }
        if (booking.canceled(place)) {
            TicketWriter.cancel(ticket, canceledAt(charge));
        } else {
            checkIns(ticket, random);
        }
    }

    private static Instant canceledAt(Charge charge) {
        Charge.Cancellation cancellation = charge.cancellation();
        return cancellation != null
                ? cancellation.at()
                : Objects.requireNonNull(charge.refund(), "a ticket is canceled with its booking or a refund")
                        .at();
    }

    /** Adds check-ins: most attendees enter, some leave, and a few of those return. */
    private void checkIns(ObjectNode ticket, DemoRandom random) {
        long time = booking.offer().startsAt() - Millis.HOUR / 2 + random.below(Millis.HOUR);
        int times = random.weighted(18, 70, 9, 3);
        for (int i = 0; i < times && time < booking.plan().now(); i++) {
            Instant now = Instant.ofEpochMilli(time);
            if (i % 2 == 0) {
                CheckIn.admit(ticket, random.percent(85) ? "QRSCAN" : "MANUAL", random.pick(STAFF), now);
            } else {
                CheckIn.release(ticket, random.pick(STAFF), now);
            }
            ticket.put("updatedAt", CatalogMaker.text(time));
            time += Millis.MINUTE + random.below(2 * Millis.HOUR);
        }
    }
}
