package io.tollgate.simulator;

import io.tollgate.simulator.TestCard.Aftermath;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Refunds of the simulator. Some test cards let a refund change its status some seconds later. */
final class SimulatedRefunds {
    static final String KIND = "refund";

    /** The field of a charge with the {@link Aftermath} of its card. */
    static final String AFTERMATH = "simulator_aftermath";

    /** After this time, a pending refund succeeds, and a failing one fails. */
    private static final long CHANGE_SECONDS = 5;

    private static final Set<String> REASONS = Set.of("duplicate", "fraudulent", "requested_by_customer");

    private SimulatedRefunds() {}

    static Future<JsonObject> create(SimulatedObjects objects, FormBody form, String none) {
        form.only(Set.of("amount", "charge", "metadata", "payment_intent", "reason"));
        String reason = form.text("reason");
        if (reason != null && !REASONS.contains(reason)) {
            throw WireError.invalid(
                    "reason", "Invalid reason: must be one of duplicate, fraudulent, or" + " requested_by_customer");
        }
        return charge(objects, form).compose(charge -> {
            Long asked = form.integer("amount");
            long left = charge.getLong("amount_captured") - charge.getLong("amount_refunded");
            long amount = asked == null ? left : asked;
            requireRefundable(charge, amount, left);
            JsonObject refund = refund(objects, charge, amount, reason).put("metadata", form.metadata());
            addRefunded(charge, amount);
            return objects.update(SimulatedCharges.KIND, charge)
                    .compose(updated -> objects.insert(KIND, refund))
                    .compose(inserted -> report(objects, refund));
        });
    }

    /** Reports a new refund, and the change of its status that follows later. */
    private static Future<JsonObject> report(SimulatedObjects objects, JsonObject refund) {
        Future<JsonObject> created = SimulatedEvents.report(objects, refund, "refund.created", Duration.ZERO);
        Aftermath aftermath = Aftermath.valueOf(refund.getString(AFTERMATH));
        String change = aftermath == Aftermath.PENDING_REFUND
                ? "refund.updated"
                : aftermath == Aftermath.FAILING_REFUND ? "refund.failed" : null;
        return change == null
                ? created
                : created.compose(reported ->
                        SimulatedEvents.report(objects, refund, change, Duration.ofSeconds(CHANGE_SECONDS)));
    }

    /** Returns the charge to refund, locked. */
    private static Future<JsonObject> charge(SimulatedObjects objects, FormBody form) {
        String charge = form.text("charge");
        if (charge != null) {
            return objects.find(SimulatedCharges.KIND, charge);
        }
        return objects.find(SimulatedPayments.KIND, form.required("payment_intent"))
                .compose(intent -> {
                    if (!intent.getString("status").equals("succeeded")) {
                        throw WireError.unexpectedState(
                                "This PaymentIntent does not have a successful charge to refund.");
                    }
                    return objects.find(SimulatedCharges.KIND, intent.getString("latest_charge"));
                });
    }

    private static void requireRefundable(JsonObject charge, long amount, long left) {
        String id = charge.getString("id");
        if (charge.getBoolean("disputed", false)) {
            throw WireError.notRefundable(
                    "charge_disputed", "Charge " + id + " has been charged back; cannot issue a refund.");
        }
        if (left == 0) {
            throw WireError.notRefundable("charge_already_refunded", "Charge " + id + " has already been refunded.");
        }
        ChargeRules.requireAmount(amount, charge.getString("currency"), "amount");
        if (amount < 1) {
            throw WireError.invalid("amount", "This value must be greater than or equal to 1.");
        }
        if (amount > left) {
            throw WireError.invalid(
                    "amount",
                    "Refund amount (" + amount + ") is greater than unrefunded amount on charge (" + left + ")");
        }
    }

    private static JsonObject refund(
            SimulatedObjects objects, JsonObject charge, long amount, @Nullable String reason) {
        Aftermath aftermath = Aftermath.valueOf(charge.getString(AFTERMATH, Aftermath.NONE.name()));
        return new JsonObject()
                .put("id", SimulatedObjects.newId("re_"))
                .put("object", KIND)
                .put("amount", amount)
                .put("balance_transaction", null)
                .put("charge", charge.getString("id"))
                .put("created", objects.now())
                .put("currency", charge.getString("currency"))
                .put("payment_intent", charge.getString("payment_intent"))
                .put("reason", reason)
                .put("receipt_number", null)
                .put(AFTERMATH, aftermath.name())
                .put("status", aftermath == Aftermath.PENDING_REFUND ? "pending" : "succeeded");
    }

    private static void addRefunded(JsonObject charge, long amount) {
        long refunded = charge.getLong("amount_refunded") + amount;
        charge.put("amount_refunded", refunded).put("refunded", refunded == charge.getLong("amount_captured"));
    }

    static Future<JsonObject> retrieve(SimulatedObjects objects, FormBody form, String id) {
        return objects.find(KIND, id).compose(refund -> current(objects, refund));
    }

    static Future<JsonObject> update(SimulatedObjects objects, FormBody form, String id) {
        form.only(Set.of("metadata"));
        return objects.find(KIND, id).compose(refund -> {
            form.changeMetadata(refund);
            return objects.update(KIND, refund);
        });
    }

    static Future<JsonObject> list(SimulatedObjects objects, FormBody form, String none) {
        form.only(Set.of("charge", "limit", "payment_intent"));
        return objects.list(KIND)
                .compose(all -> {
                    // One after the other: each can change the same charge.
                    Future<List<JsonObject>> found = Future.succeededFuture(new ArrayList<>());
                    for (JsonObject refund : all) {
                        if (belongs(refund, form)) {
                            found = found.compose(
                                    before -> current(objects, refund).map(state -> {
                                        before.add(state);
                                        return before;
                                    }));
                        }
                    }
                    return found;
                })
                .map(found -> page("/v1/refunds", found));
    }

    /** Returns whether an object belongs to the charge and the payment that a list request names. */
    static boolean belongs(JsonObject object, FormBody form) {
        String charge = form.text("charge");
        String payment = form.text("payment_intent");
        return (charge == null || charge.equals(object.getString("charge")))
                && (payment == null || payment.equals(object.getString("payment_intent")));
    }

    static JsonObject page(String url, List<JsonObject> found) {
        return new JsonObject()
                .put("object", "list")
                .put("url", url)
                .put("has_more", false)
                .put("data", new JsonArray(found));
    }

    /** Applies the change of status that is due. */
    private static Future<JsonObject> current(SimulatedObjects objects, JsonObject refund) {
        Aftermath aftermath = Aftermath.valueOf(refund.getString(AFTERMATH));
        boolean due = objects.now() >= refund.getLong("created") + CHANGE_SECONDS;
        if (due && aftermath == Aftermath.PENDING_REFUND && Objects.equals(refund.getString("status"), "pending")) {
            return objects.update(KIND, refund.put("status", "succeeded"));
        }
        if (due && aftermath == Aftermath.FAILING_REFUND && Objects.equals(refund.getString("status"), "succeeded")) {
            refund.put("status", "failed").put("failure_reason", "expired_or_canceled_card");
            return objects.find(SimulatedCharges.KIND, refund.getString("charge"))
                    .compose(charge -> {
                        addRefunded(charge, -refund.getLong("amount"));
                        return objects.update(SimulatedCharges.KIND, charge);
                    })
                    .compose(updated -> objects.update(KIND, refund));
        }
        return Future.succeededFuture(refund);
    }
}
