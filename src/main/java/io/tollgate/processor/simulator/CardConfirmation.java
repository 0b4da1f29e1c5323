package io.tollgate.processor.simulator;

import io.tollgate.processor.simulator.TestCard.Decline;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Confirms payment intents with a card, as the buyer's browser does: with the client secret and no secret key. */
final class CardConfirmation {
    static final String CHARGE = "charge";

    private static final String CARD = "payment_method_data[card]";

    /** The card number of an intent that waits for authentication; never part of a response. */
    static final String PENDING_CARD = "simulator_card";

    /** The expiration date of that card, as year and month. */
    static final String PENDING_EXPIRY = "simulator_card_expiry";

    /** When the outcome of an intent that is being processed follows, in seconds. */
    static final String PENDING_UNTIL = "simulator_until";

    private static final int PROCESSING_SECONDS = 10;

    private CardConfirmation() {}

    private static Future<JsonObject> find(SimulatedObjects objects, FormBody form, String id) {
        String secret = form.required("client_secret");
        return objects.find(SimulatedPayments.KIND, id).map(intent -> {
            if (!intent.getString("client_secret").equals(secret)) {
                throw WireError.missingObject(SimulatedPayments.KIND, id);
            }
            return intent;
        });
    }

    /**
     * Charges the card, or asks for authentication. A declined charge is stored in the intent and fails with 402;
     * the intent can be confirmed again.
     */
    static Future<JsonObject> confirm(SimulatedObjects objects, FormBody form, String id) {
        form.only(Set.of("client_secret", "payment_method_data", "return_url"));
        return find(objects, form, id).compose(intent -> {
            SimulatedPayments.requireOpen(intent, "confirm");
            TestCard card = card(objects, form);
            intent.put("last_payment_error", null)
                    .put("billing_email", form.text("payment_method_data[billing_details][email]"))
                    .put(PENDING_CARD, card.number())
                    .put(
                            PENDING_EXPIRY,
                            form.required(CARD + "[exp_year]") + "-" + form.required(CARD + "[exp_month]"));
            if (card.authentication()) {
                intent.put("status", "requires_action")
                        .put("next_action", new JsonObject().put("type", "use_stripe_sdk"));
                return SimulatedEvents.update(objects, intent, "requires_action")
                        .map(CardConfirmation::published);
            }
            return card.outcomeFollows() ? process(objects, intent) : charge(objects, intent, card);
        });
    }

    /** Leaves the outcome open for some seconds, as with bank debits. */
    private static Future<JsonObject> process(SimulatedObjects objects, JsonObject intent) {
        intent.put("status", "processing").put(PENDING_UNTIL, objects.now() + PROCESSING_SECONDS);
        return SimulatedEvents.update(objects, intent, "processing").map(CardConfirmation::published);
    }

    /** Ends an intent that is being processed, if its time has come. */
    static Future<Void> end(SimulatedObjects objects, String id) {
        return objects.find(SimulatedPayments.KIND, id).compose(intent -> {
            boolean due =
                    intent.getString("status").equals("processing") && intent.getLong(PENDING_UNTIL) <= objects.now();
            return due
                    ? charge(objects, intent, TestCard.of(intent.getString(PENDING_CARD)))
                            .<Void>mapEmpty()
                            .recover(failure -> failure instanceof WireError
                                    ? Future.succeededFuture()
                                    : Future.failedFuture(failure))
                    : Future.succeededFuture();
        });
    }

    private static TestCard card(SimulatedObjects objects, FormBody form) {
        TestCard card = TestCard.of(form.required(CARD + "[number]"));
        Long month = form.integer(CARD + "[exp_month]");
        Long year = form.integer(CARD + "[exp_year]");
        if (month == null || month < 1 || month > 12) {
            throw WireError.card("invalid_expiry_month", "Your card's expiration month is invalid.", "exp_month");
        }
        if (year == null
                || year < 2000
                || year > 2099
                || YearMonth.of(year.intValue(), month.intValue())
                        .isBefore(YearMonth.from(objects.time().atOffset(ZoneOffset.UTC)))) {
            throw WireError.card("invalid_expiry_year", "Your card's expiration year is invalid.", "exp_year");
        }
        String cvc = form.text(CARD + "[cvc]");
        if (cvc == null || !cvc.matches("\\d{3,4}")) {
            throw WireError.card("invalid_cvc", "Your card's security code is invalid.", "cvc");
        }
        return card;
    }

    /** Ends the authentication of an intent: the charge follows, or the intent needs another card. */
    static Future<JsonObject> authenticate(SimulatedObjects objects, FormBody form, String id) {
        form.only(Set.of("client_secret", "outcome"));
        boolean passed = form.required("outcome").equals("succeed");
        return find(objects, form, id).compose(intent -> {
            if (!intent.getString("status").equals("requires_action")) {
                throw WireError.unexpectedState("This PaymentIntent does not wait for authentication.");
            }
            TestCard card = TestCard.of(intent.getString(PENDING_CARD));
            return passed
                    ? charge(objects, intent, card)
                    : declined(objects, intent, card, Decline.AUTHENTICATION_FAILED);
        });
    }

    private static Future<JsonObject> charge(SimulatedObjects objects, JsonObject intent, TestCard card) {
        Decline decline = card.decline();
        return decline == null ? succeeded(objects, intent, card) : declined(objects, intent, card, decline);
    }

    private static Future<JsonObject> succeeded(SimulatedObjects objects, JsonObject intent, TestCard card) {
        JsonObject charge = charge(objects, intent, card, null);
        intent.put("status", "succeeded")
                .put("amount_received", intent.getLong("amount"))
                .put("next_action", null)
                .put(PENDING_CARD, null)
                .put("payment_method", charge.getString("payment_method"))
                .put("latest_charge", charge.getString("id"));
        charge.put(SimulatedRefunds.AFTERMATH, card.aftermath().name());
        return SimulatedDisputes.open(objects, charge, card)
                .compose(disputed -> objects.insert(CHARGE, charge))
                .compose(inserted -> SimulatedEvents.update(objects, intent, "succeeded"))
                .map(CardConfirmation::published);
    }

    /** Stores the declined charge and its reason. The transaction commits, although the request fails. */
    private static Future<JsonObject> declined(
            SimulatedObjects objects, JsonObject intent, TestCard card, Decline decline) {
        JsonObject charge = charge(objects, intent, card, decline);
        WireError error = WireError.declined(decline);
        intent.put("status", "requires_payment_method")
                .put("next_action", null)
                .put("last_payment_error", error.body().getJsonObject("error"))
                .put("latest_charge", charge.getString("id"));
        return objects.insert(CHARGE, charge)
                .compose(inserted -> SimulatedEvents.update(objects, intent, "payment_failed"))
                .compose(updated -> Future.failedFuture(WireError.declined(decline, published(intent))));
    }

    private static JsonObject charge(
            SimulatedObjects objects, JsonObject intent, TestCard card, @Nullable Decline decline) {
        boolean paid = decline == null;
        String[] expiry = intent.getString(PENDING_EXPIRY).split("-", 2);
        JsonObject details = new JsonObject()
                .put("brand", card.brand())
                .put("country", "US")
                .put("exp_month", Integer.valueOf(expiry[1]))
                .put("exp_year", Integer.valueOf(expiry[0]))
                .put("funding", "credit")
                .put("last4", card.last4());
        return new JsonObject()
                .put("id", SimulatedObjects.newId("ch_"))
                .put("object", CHARGE)
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
                .put("payment_method", SimulatedObjects.newId("pm_"))
                .put(
                        "payment_method_details",
                        new JsonObject().put("type", "card").put("card", details))
                .put("refunded", false)
                .put("status", paid ? "succeeded" : "failed");
    }

    /** Returns what the browser may know of an intent. */
    private static JsonObject published(JsonObject intent) {
        JsonObject published = new JsonObject();
        for (String name : List.of(
                "id",
                "object",
                "amount",
                "client_secret",
                "currency",
                "last_payment_error",
                "livemode",
                "next_action",
                "payment_method",
                "payment_method_types",
                "status")) {
            published.put(name, intent.getValue(name));
        }
        return published;
    }
}
