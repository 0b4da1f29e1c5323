package io.tollgate.loadtest.writes;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.loadtest.call.Call;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One booking that is wanted, under one idempotency key, however often it is sent. */
final class Order {
    private final Event event;
    private final Map<Event.Type, Integer> tickets;
    private final Call call;
    private byte @Nullable [] answer;
    private int status;
    private int fresh;

    Order(Event event, Map<Event.Type, Integer> tickets, String name, String email, Call.Caller caller) {
        this.event = event;
        this.tickets = tickets;
        ObjectNode body = JsonNodeFactory.instance.objectNode().put("eventId", event.id());
        ObjectNode wanted = body.putObject("tickets");
        tickets.forEach((type, quantity) -> wanted.put(type.id(), quantity));
        body.putArray("fields").add(field("customer_name", name)).add(field("customer_email", email));
        if (amount() > 0) {
            body.putObject("paymentOption").put("manualType", "invoice");
        }
        this.call = Call.write(caller, "POST", "/v1/bookings", body.toString());
        tickets.forEach((type, quantity) -> type.places().asked().addAndGet(quantity));
        event.places().asked().addAndGet(quantity());
    }

    private static ObjectNode field(String reference, String value) {
        return JsonNodeFactory.instance.objectNode().put("reference", reference).put("value", value);
    }

    Call call() {
        return call;
    }

    Event event() {
        return event;
    }

    long quantity() {
        return tickets.values().stream().mapToLong(Integer::longValue).sum();
    }

    long amount() {
        return tickets.entrySet().stream()
                .mapToLong(entry -> entry.getKey().price() * entry.getValue())
                .sum();
    }

    synchronized boolean isAnswered() {
        return answer != null;
    }

    /** What an answer is beside those before it. */
    enum Seen {
        FIRST,
        EQUAL,
        OTHER
    }

    /**
     * Takes an answer.
     *
     * @param replayed whether the gateway called it one that was given before
     */
    synchronized Seen seen(int newStatus, byte[] body, boolean replayed) {
        fresh += replayed ? 0 : 1;
        if (answer == null) {
            answer = body;
            status = newStatus;
            return Seen.FIRST;
        }
        return status == newStatus && java.util.Arrays.equals(answer, body) ? Seen.EQUAL : Seen.OTHER;
    }

    /** How many answers were not called replays; with one key there is at most one, or none when it was lost. */
    synchronized int freshAnswers() {
        return fresh;
    }

    void booked() {
        tickets.forEach((type, quantity) -> type.places().booked().addAndGet(quantity));
        event.places().booked().addAndGet(quantity());
    }

    /** Whether it may have found too few places: not so while all that was ever asked for would fit. */
    boolean mayBeSoldOut() {
        return event.places().mayBeOut()
                || tickets.keySet().stream().anyMatch(type -> type.places().mayBeOut());
    }

    void refused() {
        tickets.forEach((type, quantity) -> type.places().asked().addAndGet(-quantity));
        event.places().asked().addAndGet(-quantity());
    }

    boolean isOverbooked() {
        return event.places().isOverbooked()
                || tickets.keySet().stream().anyMatch(type -> type.places().isOverbooked());
    }
}
