package io.tollgate.simulator;

import io.tollgate.pricing.Proportion;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A change of the items of a subscription, with the lines for the rest of the present period: a credit for the unused
 * time of each former item and a charge for the remaining time of each new one.
 *
 * @param items all items after the change
 * @param prorations empty during a trial, which is free
 */
record ItemChange(JsonArray items, List<JsonObject> prorations) {
    static final String PRORATION_DATE = "proration_date";

    private static final String ITEMS = "items";

    /** Returns the parameters of an element of the list, as those of a new subscription are named. */
    static FormBody parameters(FormBody form, String prefix, JsonObject subscription) {
        Map<String, String> values = new LinkedHashMap<>();
        form.values().forEach((name, value) -> {
            if (name.startsWith(prefix + "[")) {
                values.put(ITEMS + name.substring(prefix.length()), value);
            }
        });
        if (!values.isEmpty()) {
            values.put("currency", subscription.getString("currency"));
        }
        return new FormBody(values);
    }

    /**
     * Calculates a change.
     *
     * @param parameters as {@link #parameters} returned them
     * @param at when the change applies, in seconds
     */
    static Future<ItemChange> of(
            SimulatedObjects objects, FormBody parameters, JsonObject subscription, @Nullable Long at) {
        SubscriptionRequest request = new SubscriptionRequest(parameters);
        long date = at == null ? objects.now() : at;
        JsonObject first = SimulatedSubscriptions.firstItem(subscription);
        if (date < first.getLong("current_period_start") || date > first.getLong("current_period_end")) {
            throw WireError.invalid(PRORATION_DATE, "The date must be in the current period of the subscription.");
        }
        if (SubscriptionDiscount.isActive(subscription, date)) {
            throw WireError.invalid(ITEMS, "The simulator changes only items of subscriptions without discounts.");
        }
        List<String> changed = request.prefixes(ITEMS);
        return request.requireProducts(
                        objects,
                        changed.stream()
                                .filter(prefix -> !isDeleted(parameters, prefix))
                                .toList())
                .map(found -> change(objects, request, subscription, changed, date));
    }

    private static boolean isDeleted(FormBody parameters, String prefix) {
        return Boolean.TRUE.equals(parameters.bool(prefix + "[deleted]"));
    }

    private static ItemChange change(
            SimulatedObjects objects,
            SubscriptionRequest request,
            JsonObject subscription,
            List<String> changed,
            long date) {
        FormBody parameters = request.form();
        Map<String, JsonObject> items = new LinkedHashMap<>();
        Map<String, JsonObject> former = new HashMap<>();
        for (Object element : subscription.getJsonObject(ITEMS).getJsonArray("data")) {
            JsonObject item = (JsonObject) element;
            items.put(item.getString("id"), item);
            former.put(item.getString("id"), item);
        }
        boolean trial = subscription.getInteger(SimulatedSubscriptions.PERIOD) < 0;
        List<JsonObject> prorations = new ArrayList<>();
        for (String prefix : changed) {
            String id = parameters.text(prefix + "[id]");
            JsonObject before = id == null ? null : former.get(id);
            if (id != null && before == null) {
                throw WireError.missingObject("subscription_item", id);
            }
            JsonObject after = isDeleted(parameters, prefix) ? null : after(objects, request, subscription, prefix, id);
            if (before != null && !trial) {
                prorations.add(proration(objects, before, date, true));
            }
            if (after == null) {
                items.remove(id);
            } else {
                items.put(after.getString("id"), after);
                if (!trial) {
                    prorations.add(proration(objects, after, date, false));
                }
            }
        }
        if (items.isEmpty()) {
            throw WireError.invalid(ITEMS, "A subscription must have at least one item.");
        }
        return new ItemChange(new JsonArray(List.copyOf(items.values())), prorations);
    }

    private static JsonObject after(
            SimulatedObjects objects,
            SubscriptionRequest request,
            JsonObject subscription,
            String prefix,
            @Nullable String id) {
        request.validate(prefix, true);
        JsonObject first = SimulatedSubscriptions.firstItem(subscription);
        if (!request.cycle(prefix).equals(SimulatedSubscriptions.cycle(subscription))) {
            throw WireError.invalid(ITEMS, "The simulator supports items with the same interval only.");
        }
        JsonObject item = request.item(objects, subscription.getString("id"), prefix)
                .put("current_period_start", first.getLong("current_period_start"))
                .put("current_period_end", first.getLong("current_period_end"));
        return id == null ? item : item.put("id", id);
    }

    /** Returns the line for the time from a date to the end of the period, rounded half up. */
    private static JsonObject proration(SimulatedObjects objects, JsonObject item, long date, boolean credit) {
        long start = item.getLong("current_period_start");
        long end = item.getLong("current_period_end");
        JsonObject price = item.getJsonObject("price");
        long amount = Proportion.halfUp(price.getLong("unit_amount"), end - date, end - start);
        return SimulatedInvoices.prorationLine(item, price, credit ? -amount : amount, date, end)
                .put(
                        "description",
                        (credit ? "Unused time on " : "Remaining time on ")
                                + price.getString("product")
                                + " after "
                                + Instant.ofEpochSecond(date))
                .put("livemode", objects.scope().live());
    }
}
