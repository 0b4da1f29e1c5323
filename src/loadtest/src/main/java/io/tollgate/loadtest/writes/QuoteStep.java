package io.tollgate.loadtest.writes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.loadtest.call.Answer;
import io.tollgate.loadtest.call.Call;
import io.tollgate.loadtest.call.Step;
import io.tollgate.loadtest.measure.Claims;
import java.util.Map;

/** Asks what tickets would cost. */
final class QuoteStep implements Step {
    static final String SUM = "a quote is quantity times price, and its lines sum to it";

    private final Map<Event.Type, Integer> tickets;
    private final Claims claims;
    private final Call call;

    QuoteStep(Event event, Map<Event.Type, Integer> tickets, Call.Caller caller, Claims claims) {
        this.tickets = tickets;
        this.claims = claims;
        ObjectNode body = JsonNodeFactory.instance.objectNode().put("eventId", event.id());
        ObjectNode wanted = body.putObject("tickets");
        tickets.forEach((type, quantity) -> wanted.put(type.id(), quantity));
        this.call = Call.write(caller, "POST", "/v1/quotes", body.toString());
    }

    @Override
    public String name() {
        return "quote";
    }

    @Override
    public Call call() {
        return call;
    }

    @Override
    public void judge(Answer answer) {
        JsonNode quote = answer.expect(200).json().path("data");
        long expected = tickets.entrySet().stream()
                .mapToLong(entry -> entry.getKey().price() * entry.getValue())
                .sum();
        long lines = 0;
        for (JsonNode line : quote.path("lines")) {
            lines += line.path("total").asLong();
        }
        long amount = quote.path("amount").asLong(-1);
        claims.hold(
                SUM,
                amount == expected && lines == expected,
                "%d, in lines %d, for %d".formatted(amount, lines, expected) + answer.where());
    }
}
