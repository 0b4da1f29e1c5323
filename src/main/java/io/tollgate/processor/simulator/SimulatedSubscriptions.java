package io.tollgate.processor.simulator;

import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Subscriptions of the simulator, as far as their beginning and their end. */
final class SimulatedSubscriptions {
    static final String KIND = "subscription";
    private static final long PERIOD_SECONDS = Duration.ofDays(30).toSeconds();

    private SimulatedSubscriptions() {}

    static Future<JsonObject> create(SimulatedObjects books, FormBody form, String none) {
        form.only(Set.of("customer", "items", "metadata", "cancel_at", "cancel_at_period_end"));
        String customer = form.needed("customer");
        String price = form.needed("items[0][price]");
        return books.find(SimulatedCustomers.KIND, customer).compose(found -> {
            JsonObject subscription = object(
                            books, SimulatedObjects.newId("sub_"), customer, price, books.now() + PERIOD_SECONDS)
                    .put("metadata", form.metadata());
            end(books, form, subscription);
            return books.insert(KIND, subscription);
        });
    }

    /** An active one. */
    static JsonObject object(
            SimulatedObjects books, String id, @Nullable String customer, String price, long periodEnd) {
        JsonObject item = new JsonObject()
                .put("id", SimulatedObjects.newId("si_"))
                .put("object", "subscription_item")
                .put("current_period_start", books.now())
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
                .put("created", books.now())
                .put("customer", customer)
                .put("ended_at", null)
                .put(
                        "items",
                        new JsonObject()
                                .put("object", "list")
                                .put("has_more", false)
                                .put("data", new JsonArray().add(item)))
                .put("livemode", books.scope().live())
                .put("metadata", new JsonObject())
                .put("start_date", books.now())
                .put("status", "active");
    }

    static Future<JsonObject> retrieve(SimulatedObjects books, FormBody form, String id) {
        return current(books, id);
    }

    /** As time has left it: one whose end has come is over since then. */
    private static Future<JsonObject> current(SimulatedObjects books, String id) {
        return books.find(KIND, id).compose(subscription -> {
            Long end = subscription.getLong("cancel_at");
            if (canceled(subscription) || end == null || end > books.now()) {
                return Future.succeededFuture(subscription);
            }
            return books.update(KIND, subscription.put("status", "canceled").put("ended_at", end));
        });
    }

    static Future<JsonObject> update(SimulatedObjects books, FormBody form, String id) {
        form.only(Set.of("metadata", "cancel_at", "cancel_at_period_end"));
        return current(books, id).compose(subscription -> {
            if (canceled(subscription)) {
                throw WireError.invalid(
                        "id", "A canceled subscription can only update its cancellation_details and metadata.");
            }
            end(books, form, subscription);
            subscription.getJsonObject("metadata").mergeIn(form.metadata());
            return books.update(KIND, subscription);
        });
    }

    /** Ends it now. To this call, one that has ended does not exist. */
    static Future<JsonObject> cancel(SimulatedObjects books, FormBody form, String id) {
        form.only(Set.of("invoice_now", "prorate"));
        return current(books, id).compose(subscription -> {
            if (canceled(subscription)) {
                throw WireError.missingObject(KIND, id);
            }
            subscription
                    .put("status", "canceled")
                    .put("canceled_at", books.now())
                    .put("ended_at", books.now());
            return books.update(KIND, subscription);
        });
    }

    private static void end(SimulatedObjects books, FormBody form, JsonObject subscription) {
        Long cancelAt = form.integer("cancel_at");
        if (cancelAt != null && form.has("cancel_at_period_end")) {
            throw WireError.invalid("cancel_at", "Give either cancel_at or cancel_at_period_end.");
        }
        if (cancelAt != null) {
            if (cancelAt <= books.now()) {
                throw WireError.invalid("cancel_at", "The timestamp must be in the future.");
            }
            subscription.put("cancel_at", cancelAt).put("cancel_at_period_end", false);
            subscription.put("canceled_at", books.now());
        }
        Boolean withPeriod = form.bool("cancel_at_period_end");
        if (withPeriod != null) {
            subscription
                    .put("cancel_at_period_end", withPeriod)
                    .put("cancel_at", withPeriod ? periodEnd(subscription) : null)
                    .put("canceled_at", withPeriod ? books.now() : null);
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
