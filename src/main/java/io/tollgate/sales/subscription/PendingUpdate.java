package io.tollgate.sales.subscription;

import io.tollgate.platform.clock.Times;
import io.tollgate.platform.records.Capacities;
import io.tollgate.platform.write.WriteContext;
import io.tollgate.processor.SubscriptionState;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A change of a subscription that is sent to the processor: what a task needs to complete it or to take it back.
 *
 * @param price as it is stored
 * @param reserved the stock that was claimed for it
 * @param keyId text of the principal that requested it
 * @param at when it applies
 * @param prorated whether the difference for the rest of the period is charged or credited
 */
record PendingUpdate(
        int quantity,
        String price,
        Map<Capacities.Owner, Integer> reserved,
        @Nullable String keyId,
        Instant at,
        boolean prorated) {
    PendingUpdate {
        reserved = Map.copyOf(reserved);
    }

    static PendingUpdate of(ChargedTerms former, ChargedTerms next, Instant at, boolean prorated) {
        Map<Capacities.Owner, Integer> more = new HashMap<>(former.stockTo(next));
        more.values().removeIf(quantity -> quantity < 0);
        return new PendingUpdate(next.quantity(), next.price(), more, null, at, prorated);
    }

    /** Returns what a change gives back of a difference in stock. */
    static Map<Capacities.Owner, Integer> returned(Map<Capacities.Owner, Integer> difference) {
        Map<Capacities.Owner, Integer> less = new HashMap<>(difference);
        less.values().removeIf(quantity -> quantity > 0);
        return less;
    }

    /** Returns what is given back if the change does not happen. */
    Map<Capacities.Owner, Integer> released() {
        Map<Capacities.Owner, Integer> less = new HashMap<>();
        reserved.forEach((owner, quantity) -> less.put(owner, -quantity));
        return less;
    }

    /**
     * Returns the change as the processor applied it. If the subscription was renewed before that, the new period was
     * charged as before, so that a change without a difference belongs to that period.
     */
    PendingUpdate appliedIn(SubscriptionState state) {
        Instant start = state.times().periodStart();
        return !prorated && start.isAfter(at)
                ? new PendingUpdate(quantity, price, reserved, keyId, start, false)
                : this;
    }

    JsonObject json(WriteContext write) {
        JsonArray stock = new JsonArray();
        reserved.forEach((owner, taken) -> stock.add(
                new JsonArray().add(owner.kind().name()).add(owner.id()).add(taken)));
        return new JsonObject()
                .put("quantity", quantity)
                .put("price", price)
                .put("reserved", stock)
                .put("keyId", write.caller().principal().text())
                .put("at", Times.text(at))
                .put("prorated", prorated);
    }

    static PendingUpdate of(JsonObject json) {
        Map<Capacities.Owner, Integer> stock = new HashMap<>();
        for (Object element : json.getJsonArray("reserved")) {
            JsonArray taken = (JsonArray) element;
            Capacities.Kind kind = Capacities.Kind.valueOf(taken.getString(0));
            stock.put(new Capacities.Owner(kind, taken.getString(1)), number(taken.getValue(2)));
        }
        return new PendingUpdate(
                number(json.getValue("quantity")),
                json.getString("price"),
                stock,
                json.getString("keyId"),
                Instant.parse(json.getString("at")),
                json.getBoolean("prorated"));
    }

    private static int number(Object stored) {
        return Math.toIntExact(((Number) stored).longValue());
    }
}
