package io.tollgate.simulator;

import io.tollgate.simulator.TestCard.Decline;
import io.vertx.core.json.JsonObject;
import org.jspecify.annotations.Nullable;

/** Builds the charges of the simulator, and the payment methods that are saved for later charges. */
final class SimulatedCharges {
    static final String KIND = "charge";
    static final String METHOD = "payment_method";

    /** The card number of a saved method; never part of a response. */
    private static final String NUMBER = SimulatedObjects.HIDDEN + "card";

    private SimulatedCharges() {}

    /**
     * A card with its expiration date.
     *
     * @param expiry year and month, such as {@code 2030-12}
     * @param wallet that provides the card, such as {@code google_pay}, or null
     */
    record Card(TestCard card, String expiry, @Nullable String wallet) {
        JsonObject details() {
            String[] parts = expiry.split("-", 2);
            return new JsonObject()
                    .put("brand", card.brand())
                    .put("country", "US")
                    .put("exp_month", Integer.valueOf(parts[1]))
                    .put("exp_year", Integer.valueOf(parts[0]))
                    .put("funding", "credit")
                    .put("last4", card.last4())
                    .put("wallet", wallet == null ? null : new JsonObject().put("type", wallet));
        }
    }

    /** Returns the card of a saved method. */
    static Card card(JsonObject method) {
        JsonObject details = method.getJsonObject("card");
        JsonObject wallet = details.getJsonObject("wallet");
        return new Card(
                TestCard.of(method.getString(NUMBER)),
                details.getInteger("exp_year") + "-" + details.getInteger("exp_month"),
                wallet == null ? null : wallet.getString("type"));
    }

    /** Builds a method that a customer has saved. */
    static JsonObject method(SimulatedObjects objects, String id, Card card, @Nullable String customer) {
        return new JsonObject()
                .put("id", id)
                .put("object", METHOD)
                .put("card", card.details())
                .put("created", objects.now())
                .put("customer", customer)
                .put("livemode", objects.scope().live())
                .put("metadata", new JsonObject())
                .put("type", "card")
                .put(NUMBER, card.card().number());
    }

    /** Builds a charge of the amount of an intent. */
    static JsonObject charge(
            SimulatedObjects objects, JsonObject intent, Card card, String method, @Nullable Decline decline) {
        boolean paid = decline == null;
        return new JsonObject()
                .put("id", SimulatedObjects.newId("ch_"))
                .put("object", KIND)
                .put("amount", intent.getLong("amount"))
                .put("amount_captured", paid ? intent.getLong("amount") : 0L)
                .put("amount_refunded", 0)
                .put("captured", paid)
                .put("created", objects.now())
                .put("currency", intent.getString("currency"))
                .put("customer", intent.getString("customer"))
                .put("disputed", false)
                .put("failure_code", decline == null ? null : decline.code())
                .put("failure_message", decline == null ? null : decline.message())
                .put("livemode", objects.scope().live())
                .put("metadata", new JsonObject())
                .put("paid", paid)
                .put("payment_intent", intent.getString("id"))
                .put("payment_method", method)
                .put(
                        "payment_method_details",
                        new JsonObject().put("type", "card").put("card", card.details()))
                .put("refunded", false)
                .put("status", paid ? "succeeded" : "failed")
                .put(SimulatedRefunds.AFTERMATH, paid ? card.card().aftermath().name() : null);
    }

    /** Builds the error of a declined charge or setup, as intents contain it. */
    static JsonObject error(Decline decline) {
        return WireError.declined(decline).body().getJsonObject("error");
    }
}
