package io.tollgate.simulator;

import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Replaces ids in a response by the objects that the parameter {@code expand} names, and removes hidden members. */
record Expansion(SimulatedObjects objects) {
    private static final Map<String, String> KINDS = Map.of(
            "customer", SimulatedCustomers.KIND,
            "default_payment_method", SimulatedCharges.METHOD,
            "latest_charge", SimulatedCharges.KIND,
            "latest_invoice", SimulatedInvoices.KIND,
            "payment_intent", SimulatedPayments.KIND,
            "payment_method", SimulatedCharges.METHOD,
            "pending_setup_intent", SimulatedSetups.KIND);

    /** Returns the object as a response shows it. */
    static Future<JsonObject> of(SimulatedObjects objects, FormBody form, JsonObject object) {
        Expansion expansion = new Expansion(objects);
        Future<JsonObject> expanded = Future.succeededFuture(object.copy());
        for (Map.Entry<String, String> parameter : form.values().entrySet()) {
            if (parameter.getKey().startsWith("expand[")) {
                expanded = expanded.compose(current ->
                        expansion.expand(current, parameter.getValue()).map(current));
            }
        }
        return expanded.map(SimulatedObjects::visible);
    }

    private Future<Void> expand(JsonObject object, String path) {
        int dot = path.indexOf('.');
        String name = dot < 0 ? path : path.substring(0, dot);
        String rest = dot < 0 ? "" : path.substring(dot + 1);
        return member(object, name).compose(value -> {
            if (value instanceof JsonArray elements) {
                Future<Void> all = Future.succeededFuture();
                for (int i = 0; i < elements.size(); i++) {
                    JsonObject element = elements.getJsonObject(i);
                    all = all.compose(before -> continued(element, rest));
                }
                return all;
            }
            return continued(value, rest);
        });
    }

    private Future<Void> continued(@Nullable Object value, String rest) {
        return value instanceof JsonObject object && !rest.isEmpty() ? expand(object, rest) : Future.succeededFuture();
    }

    /** Returns a member, with its object in place of an id. */
    private Future<@Nullable Object> member(JsonObject object, String name) {
        if (SimulatedInvoices.KIND.equals(object.getString("object")) && SimulatedInvoices.COMPUTED.contains(name)) {
            return payment(object).map(intent -> {
                Object computed = SimulatedInvoices.computed(name, object, intent);
                object.put(name, computed);
                return computed;
            });
        }
        Object value = object.getValue(name);
        String kind = KINDS.get(name);
        return kind == null || !(value instanceof String id)
                ? Future.succeededFuture(value)
                : objects.read(kind, id).map(found -> {
                    object.put(name, found);
                    return found;
                });
    }

    private Future<@Nullable JsonObject> payment(JsonObject invoice) {
        String intent = invoice.getString(SimulatedInvoices.INTENT);
        return intent == null ? Future.succeededFuture() : objects.read(SimulatedPayments.KIND, intent);
    }
}
