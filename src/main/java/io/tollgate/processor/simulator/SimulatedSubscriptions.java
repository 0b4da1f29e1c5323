package io.tollgate.processor.simulator;

import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Subscriptions of the simulator, limited to creation and cancellation. */
final class SimulatedSubscriptions {
    static final String KIND = "subscription";
    private static final long PERIOD_SECONDS = Duration.ofDays(30).toSeconds();

    private SimulatedSubscriptions() {}

    static Future<JsonObject> create(SimulatedObjects objects, FormBody form, String none) {
        form.only(Set.of("customer", "items", "metadata", "cancel_at", "cancel_at_period_end"));
        String customer = form.required("customer");
        String price = form.required("items[0][price]");
        return objects.find(SimulatedCustomers.KIND, customer).compose(found -> {
            JsonObject subscription = object(
                            objects, SimulatedObjects.newId("sub_"), customer, price, objects.now() + PERIOD_SECONDS)
                    .put("metadata", form.metadata());
            end(objects, form, subscription);
            return objects.insert(KIND, subscription);
        });
    }

    /** Creates an active subscription. */
    static JsonObject object(
            SimulatedObjects objects, String id, @Nullable String customer, String price, long periodEnd) {
        JsonObject item = new JsonObject()
                .put("id", SimulatedObjects.newId("si_"))
                .put("object", "subscription_item")
                .put("current_period_start", objects.now())
                .put("current_period_end", periodEnd)
                .put("price", new JsonObject().put("id", price).put("object", "price"))
                .put("quantity", 1)
                .put("subscription", id);
        return new JsonObject()
                .put("id", id)
                .put("object", KIND)
                .put("cancel_at", null)
                .put("cancel_at_period_end", false)
                .put("canceled_at", null)
                .put("created", objects.now())
                .put("customer", customer)
                .put("ended_at", null)
                .put(
                        "items",
                        new JsonObject()
                                .put("object", "list")
                                .put("has_more", false)
                                .put("data", new JsonArray().add(item)))
                .put("livemode", objects.scope().live())
                .put("metadata", new JsonObject())
                .put("start_date", objects.now())
                .put("status", "active");
    }

    static Future<JsonObject> retrieve(SimulatedObjects objects, FormBody form, String id) {
        return current(objects, id);
    }

    /** Returns a subscription, ended if its end date has passed. */
    private static Future<JsonObject> current(SimulatedObjects objects, String id) {
        return objects.find(KIND, id).compose(subscription -> {
            Long end = subscription.getLong("cancel_at");
            if (canceled(subscription) || end == null || end > objects.now()) {
                return Future.succeededFuture(subscription);
            }
            return objects.update(KIND, subscription.put("status", "canceled").put("ended_at", end));
        });
    }

    static Future<JsonObject> update(SimulatedObjects objects, FormBody form, String id) {
        form.only(Set.of("metadata", "cancel_at", "cancel_at_period_end"));
        return current(objects, id).compose(subscription -> {
            if (canceled(subscription)) {
                throw WireError.invalid(
                        "id", "A canceled subscription can only update its cancellation_details and metadata.");
            }
            end(objects, form, subscription);
            subscription.getJsonObject("metadata").mergeIn(form.metadata());
            return objects.update(KIND, subscription);
        });
    }

    /** Cancels a subscription now. A canceled subscription counts as missing, as at Stripe. */
    static Future<JsonObject> cancel(SimulatedObjects objects, FormBody form, String id) {
        form.only(Set.of("invoice_now", "prorate"));
        return current(objects, id).compose(subscription -> {
            if (canceled(subscription)) {
                throw WireError.missingObject(KIND, id);
            }
            subscription
                    .put("status", "canceled")
                    .put("canceled_at", objects.now())
                    .put("ended_at", objects.now());
            return objects.update(KIND, subscription);
        });
    }

    private static void end(SimulatedObjects objects, FormBody form, JsonObject subscription) {
        Long cancelAt = form.integer("cancel_at");
        if (cancelAt != null && form.has("cancel_at_period_end")) {
            throw WireError.invalid("cancel_at", "Give either cancel_at or cancel_at_period_end.");
        }
        if (cancelAt != null) {
            if (cancelAt <= objects.now()) {
                throw WireError.invalid("cancel_at", "The timestamp must be in the future.");
            }
            subscription.put("cancel_at", cancelAt).put("cancel_at_period_end", false);
            subscription.put("canceled_at", objects.now());
        }
        Boolean withPeriod = form.bool("cancel_at_period_end");
        if (withPeriod != null) {
            subscription
                    .put("cancel_at_period_end", withPeriod)
                    .put("cancel_at", withPeriod ? periodEnd(subscription) : null)
                    .put("canceled_at", withPeriod ? objects.now() : null);
        }
    }

    private static Long periodEnd(JsonObject subscription) {
        return subscription
                .getJsonObject("items")
                .getJsonArray("data")
                .getJsonObject(0)
                .getLong("current_period_end");
    }

    private static boolean canceled(JsonObject subscription) {
        return subscription.getString("status").equals("canceled");
    }
}
