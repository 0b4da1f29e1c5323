package io.tollgate.loadtest.writes;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.loadtest.call.Answer;
import io.tollgate.loadtest.call.Call;
import io.tollgate.loadtest.call.Fault;
import io.tollgate.loadtest.call.Step;
import io.tollgate.loadtest.measure.Claims;

/** Books tickets, or sends a booking once more under its key. */
final class BookStep implements Step {
    static final String BOOKED = "a booking is what was asked for: event, tickets, amount, mode";
    static final String REPLAYED = "a request sent again is answered with the same bytes, and called a replay";
    static final String ONCE = "one idempotency key has one answer that is no replay";
    static final String CAPACITY = "never more tickets than places";
    static final String PLACES = "nobody is told sold out while all that was ever asked for would fit";

    private final Order order;
    private final Ledger ledger;
    private final Claims claims;
    private final boolean again;
    private final boolean known;

    BookStep(Order order, boolean again, Ledger ledger, Claims claims) {
        this.order = order;
        this.again = again;
        this.ledger = ledger;
        this.claims = claims;
        this.known = order.isAnswered();
    }

    @Override
    public String name() {
        return again ? "book again" : "book";
    }

    @Override
    public Call call() {
        return order.call();
    }

    @Override
    public void judge(Answer answer) {
        answer.expect(201, 409);
        boolean replayed = answer.header("Idempotent-Replayed").equals("true");
        Order.Seen seen = order.seen(answer.status(), answer.body(), replayed);
        String where = answer.where();
        claims.hold(
                REPLAYED,
                seen != Order.Seen.OTHER && (!known || replayed),
                (seen == Order.Seen.OTHER ? "other bytes for the same request" : "no replay") + where);
        claims.hold(ONCE, order.freshAnswers() <= 1, "a key whose request was done twice" + where);
        if (seen == Order.Seen.FIRST) {
            first(answer);
        }
    }

    private void first(Answer answer) {
        JsonNode json = answer.json();
        if (answer.status() == 409) {
            refused(json, answer);
            return;
        }
        JsonNode booking = json.path("data");
        order.booked();
        ledger.booked(
                order,
                new Ledger.Booked(
                        order,
                        booking.path("id").asText(),
                        booking.path("orderId").asText()),
                booking.path("customerId").asText());
        claims.hold(BOOKED, isWanted(booking), "another booking than was asked for" + answer.where());
        if (isLive()) {
            claims.hold(CAPACITY, !order.isOverbooked(), "more tickets than places" + answer.where());
        }
    }

    private void refused(JsonNode json, Answer answer) {
        String code = json.path("code").asText();
        boolean may = isLive() && order.mayBeSoldOut();
        order.refused();
        if (!code.equals("sold_out")) {
            throw Fault.error("answered 409 " + code + answer.where());
        }
        claims.hold(PLACES, may, "sold out, though all that was asked for would fit" + answer.where());
    }

    private boolean isLive() {
        return order.call().caller() == Call.Caller.LIVE_KEY;
    }

    private boolean isWanted(JsonNode booking) {
        long quantity = 0;
        for (JsonNode line : booking.path("tickets")) {
            quantity += line.path("quantity").asLong();
        }
        return booking.path("pageId").asText().equals(order.event().id())
                && booking.path("livemode").asBoolean() == isLive()
                && booking.path("amount").asLong(-1) == order.amount()
                && booking.path("amountDue").asLong(-1) == order.amount()
                && quantity == order.quantity();
    }

    @Override
    public void lost() {
        if (!order.isAnswered()) {
            ledger.unanswered(order);
        }
    }
}
