package io.tollgate.simulator;

import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Payment intents of the simulator as the seller's server uses them: card payments, captured at once. */
final class SimulatedPayments {
    static final String KIND = "payment_intent";

    private static final int DESCRIPTION_MAX = 1_000;
    private static final Set<String> CREATE = Set.of(
            "amount",
            "currency",
            "automatic_payment_methods",
            "payment_method_types",
            "excluded_payment_method_types",
            "setup_future_usage",
            "customer",
            "description",
            "metadata",
            "receipt_email",
            "shipping",
            "statement_descriptor",
            "statement_descriptor_suffix",
            "expand");

    /** States in which an intent can still be changed, confirmed or canceled. */
    private static final Set<String> OPEN =
            Set.of("requires_payment_method", "requires_confirmation", "requires_action");

    private SimulatedPayments() {}

    static Future<JsonObject> create(SimulatedObjects objects, FormBody form, String none) {
        form.only(CREATE);
        Long amount = form.integer("amount");
        if (amount == null) {
            throw WireError.missing("amount");
        }
        ChargeRules.requireCharge(amount, form.required("currency"), "amount");
        ChargeRules.requireDescriptor(form);
        ChargeRules.requireLength(form, "description", DESCRIPTION_MAX);
        JsonObject intent = intent(objects, form, amount);
        return customer(objects, form)
                .compose(found -> objects.insert(KIND, intent))
                .compose(inserted -> SimulatedEvents.report(objects, inserted, "created"));
    }

    private static JsonObject intent(SimulatedObjects objects, FormBody form, long amount) {
        return intent(objects, amount, form.required("currency"))
                .put("automatic_payment_methods", form.enabled("automatic_payment_methods"))
                .put("customer", form.text("customer"))
                .put("description", form.text("description"))
                .put("metadata", form.metadata())
                .put("receipt_email", form.text("receipt_email"))
                .put("setup_future_usage", form.text("setup_future_usage"))
                .put("shipping", shipping(form))
                .put("statement_descriptor_suffix", form.text("statement_descriptor_suffix"));
    }

    /** Builds an intent that waits for a card. */
    static JsonObject intent(SimulatedObjects objects, long amount, String currency) {
        String id = SimulatedObjects.newId("pi_");
        return new JsonObject()
                .put("id", id)
                .put("object", KIND)
                .put("amount", amount)
                .put("amount_capturable", 0)
                .put("amount_received", 0)
                .put("automatic_payment_methods", null)
                .put("canceled_at", null)
                .put("cancellation_reason", null)
                .put("capture_method", "automatic")
                .put("client_secret", id + "_secret_" + SimulatedObjects.newId(""))
                .put("confirmation_method", "automatic")
                .put("created", objects.now())
                .put("currency", currency)
                .put("customer", null)
                .put("description", null)
                .put("last_payment_error", null)
                .put("latest_charge", null)
                .put("livemode", objects.scope().live())
                .put("metadata", new JsonObject())
                .put("next_action", null)
                .put("payment_method", null)
                .put("payment_method_types", new JsonArray().add("card"))
                .put("receipt_email", null)
                .put("setup_future_usage", null)
                .put("shipping", null)
                .put("statement_descriptor_suffix", null)
                .put("status", "requires_payment_method");
    }

    private static Future<?> customer(SimulatedObjects objects, FormBody form) {
        String id = form.text("customer");
        return id == null ? Future.succeededFuture() : objects.find(SimulatedCustomers.KIND, id);
    }

    /** Returns the parameters {@code shipping[…]} as an object, or null without any. */
    private static @Nullable JsonObject shipping(FormBody form) {
        JsonObject shipping = new JsonObject();
        new TreeMap<>(form.values()).forEach((name, value) -> {
            if (name.matches("shipping\\[\\w+]")) {
                shipping.put(name.substring("shipping[".length(), name.length() - 1), value);
            } else if (name.matches("shipping\\[address]\\[\\w+]")) {
                JsonObject address = Objects.requireNonNullElseGet(shipping.getJsonObject("address"), JsonObject::new);
                address.put(name.substring("shipping[address][".length(), name.length() - 1), value);
                shipping.put("address", address);
            }
        });
        return shipping.isEmpty() ? null : shipping;
    }

    static Future<JsonObject> retrieve(SimulatedObjects objects, FormBody form, String id) {
        return objects.find(KIND, id).compose(intent -> Expansion.of(objects, form, intent));
    }

    static Future<JsonObject> cancel(SimulatedObjects objects, FormBody form, String id) {
        form.only(Set.of("cancellation_reason", "expand"));
        return objects.find(KIND, id).compose(intent -> {
            requireOpen(intent, "cancel");
            if (intent.getString(SimulatedInvoices.OF_INTENT) != null) {
                throw WireError.unexpectedState("You cannot cancel the PaymentIntent of an invoice.");
            }
            intent.put("status", "canceled")
                    .put("canceled_at", objects.now())
                    .put("cancellation_reason", form.text("cancellation_reason"))
                    .put("next_action", null);
            return SimulatedEvents.update(objects, intent, "canceled")
                    .compose(updated -> Expansion.of(objects, form, updated));
        });
    }

    static void requireOpen(JsonObject intent, String verb) {
        if (!OPEN.contains(intent.getString("status"))) {
            throw WireError.unexpectedState("You cannot " + verb + " this PaymentIntent because it has a status of "
                    + intent.getString("status") + ".");
        }
    }
}
