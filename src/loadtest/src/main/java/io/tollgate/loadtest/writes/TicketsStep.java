package io.tollgate.loadtest.writes;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.loadtest.call.Answer;
import io.tollgate.loadtest.call.Call;
import io.tollgate.loadtest.call.Step;
import io.tollgate.loadtest.measure.Claims;

/** Lists the tickets of a booking made by the load. */
record TicketsStep(Ledger.Booked booking, Ledger ledger, Claims claims) implements Step {
    static final String TICKETS = "a booking has as many tickets as it booked, all of its order";

    @Override
    public String name() {
        return "list tickets of a booking";
    }

    @Override
    public Call call() {
        return Call.get(booking.order().call().caller(), "/v1/tickets?limit=100&bookingId=" + booking.id());
    }

    @Override
    public void judge(Answer answer) {
        JsonNode page = answer.expect(200).json();
        int size = page.path("data").size();
        boolean ours = true;
        for (JsonNode ticket : page.path("data")) {
            ours &= ticket.path("orderId").asText().equals(booking.orderId())
                    && ticket.path("bookingId").asText().equals(booking.id());
            ledger.isOutside(new Ledger.Guest(
                    booking.order().event().id(),
                    ticket.path("id").asText(),
                    ticket.path("checkInCode").asText(),
                    0));
        }
        claims.hold(
                TICKETS,
                ours && size == booking.order().quantity() && page.path("total").asLong() == size,
                "%d tickets of %d".formatted(size, booking.order().quantity()) + answer.where());
    }

    @Override
    public void lost() {
        ledger.giveUnlisted(booking);
    }
}
