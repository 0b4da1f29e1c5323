package io.tollgate.simulator;

import io.tollgate.simulator.TestCard.Decline;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Setup intents of the simulator, with which a browser saves a card without a charge. */
final class SimulatedSetups {
    static final String KIND = "setup_intent";

    private SimulatedSetups() {}

    static Future<JsonObject> create(SimulatedObjects objects, FormBody form, String none) {
        form.only(Set.of(
                "customer",
                "usage",
                "automatic_payment_methods",
                "payment_method_types",
                "description",
                "metadata",
                "expand"));
        String customer = form.required("customer");
        return objects.find(SimulatedCustomers.KIND, customer).compose(found -> {
            JsonObject intent = intent(objects, customer)
                    .put("description", form.text("description"))
                    .put("metadata", form.metadata());
            return objects.insert(KIND, intent).compose(inserted -> Expansion.of(objects, form, intent));
        });
    }

    static JsonObject intent(SimulatedObjects objects, @Nullable String customer) {
        String id = SimulatedObjects.newId("seti_");
        return new JsonObject()
                .put("id", id)
                .put("object", KIND)
                .put("client_secret", id + "_secret_" + SimulatedObjects.newId(""))
                .put("created", objects.now())
                .put("customer", customer)
                .put("description", null)
                .put("last_setup_error", null)
                .put("latest_attempt", null)
                .put("livemode", objects.scope().live())
                .put("metadata", new JsonObject())
                .put("next_action", null)
                .put("payment_method", null)
                .put("payment_method_types", new JsonArray().add("card"))
                .put("status", "requires_payment_method")
                .put("usage", "off_session");
    }

    static Future<JsonObject> retrieve(SimulatedObjects objects, FormBody form, String id) {
        return objects.find(KIND, id).compose(intent -> Expansion.of(objects, form, intent));
    }

    /** An intent with the subscription that charges its card; null if it belongs to none. */
    private record Setup(JsonObject intent, @Nullable BilledSubscription book) {}

    /** Returns the intent of a client secret, and locks its subscription first. */
    private static Future<Setup> find(SimulatedObjects objects, FormBody form, String id) {
        String secret = form.required("client_secret");
        return objects.read(KIND, id).compose(read -> {
            if (read == null || !read.getString("client_secret").equals(secret)) {
                throw WireError.missingObject(KIND, id);
            }
            String subscription = read.getString(SimulatedInvoices.SUBSCRIPTION);
            Future<@Nullable BilledSubscription> book = subscription == null
                    ? Future.succeededFuture()
                    : BilledSubscription.current(objects, subscription).map(found -> found);
            return book.compose(found -> objects.find(KIND, id).map(intent -> new Setup(intent, found)));
        });
    }

    /** Saves the card, or asks for authentication. */
    static Future<JsonObject> confirm(SimulatedObjects objects, FormBody form, String id) {
        form.only(Set.of("client_secret", "payment_method_data", "return_url"));
        return find(objects, form, id).compose(setup -> {
            JsonObject intent = setup.intent();
            requireStatus(intent, Set.of("requires_payment_method", "requires_action"));
            SimulatedCharges.Card card = CardForm.card(objects, form);
            intent.put("last_setup_error", null)
                    .put("latest_attempt", SimulatedObjects.newId("setatt_"))
                    .put(CardConfirmation.PENDING_CARD, card.card().number())
                    .put(CardConfirmation.PENDING_EXPIRY, card.expiry())
                    .put(CardConfirmation.PENDING_WALLET, card.wallet());
            if (card.card().authentication()) {
                intent.put("status", "requires_action")
                        .put("next_action", new JsonObject().put("type", "use_stripe_sdk"));
                return write(objects, setup, "requires_action");
            }
            return save(objects, setup, card);
        });
    }

    /** Ends the authentication: the card is saved, or the intent needs another card. */
    static Future<JsonObject> authenticate(SimulatedObjects objects, FormBody form, String id) {
        form.only(Set.of("client_secret", "outcome"));
        boolean passed = form.required("outcome").equals("succeed");
        return find(objects, form, id).compose(setup -> {
            requireStatus(setup.intent(), Set.of("requires_action"));
            SimulatedCharges.Card card = CardConfirmation.pendingCard(setup.intent());
            return passed ? save(objects, setup, card) : declined(objects, setup, Decline.AUTHENTICATION_FAILED);
        });
    }

    private static void requireStatus(JsonObject intent, Set<String> allowed) {
        if (!allowed.contains(intent.getString("status"))) {
            throw WireError.unexpectedSetupState(
                    "This SetupIntent has a status of " + intent.getString("status") + ".");
        }
    }

    private static Future<JsonObject> save(SimulatedObjects objects, Setup setup, SimulatedCharges.Card card) {
        Decline decline = card.card().setupDecline();
        if (decline != null) {
            return declined(objects, setup, decline);
        }
        JsonObject intent = setup.intent();
        JsonObject method =
                SimulatedCharges.method(objects, SimulatedObjects.newId("pm_"), card, intent.getString("customer"));
        intent.put("status", "succeeded").put("next_action", null).put("payment_method", method.getString("id"));
        BilledSubscription book = setup.book();
        if (book != null) {
            book.use(method);
            book.subscription().put("pending_setup_intent", null);
            book.report("customer.subscription.updated", book.subscription());
        }
        return objects.insert(SimulatedCharges.METHOD, method).compose(inserted -> write(objects, setup, "succeeded"));
    }

    private static Future<JsonObject> declined(SimulatedObjects objects, Setup setup, Decline decline) {
        setup.intent()
                .put("status", "requires_payment_method")
                .put("next_action", null)
                .put("last_setup_error", SimulatedCharges.error(decline));
        return write(objects, setup, "setup_failed")
                .compose(written -> Future.failedFuture(WireError.declined(decline, KIND, written)));
    }

    /** Stores the intent and its subscription, and returns what the browser may know of the intent. */
    private static Future<JsonObject> write(SimulatedObjects objects, Setup setup, String change) {
        JsonObject intent = setup.intent();
        ObjectChanges changes = new ObjectChanges();
        changes.put(intent);
        BilledSubscription book = setup.book();
        changes.report(
                objects,
                KIND + "." + change,
                intent,
                SimulatedEvents.commands(book == null ? intent : book.subscription()));
        return (book == null ? Future.<Void>succeededFuture() : book.write())
                .compose(written -> changes.write(objects))
                .map(written -> {
                    JsonObject published = new JsonObject();
                    for (String name : List.of(
                            "id",
                            "object",
                            "client_secret",
                            "last_setup_error",
                            "livemode",
                            "next_action",
                            "payment_method",
                            "payment_method_types",
                            "status")) {
                        published.put(name, intent.getValue(name));
                    }
                    return published;
                });
    }
}
