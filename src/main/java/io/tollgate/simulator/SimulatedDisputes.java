package io.tollgate.simulator;

import io.tollgate.simulator.TestCard.Aftermath;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Disputes of the simulator. Two test cards open one with the charge; closing it, or evidence, decides it. */
final class SimulatedDisputes {
    static final String KIND = "dispute";

    private SimulatedDisputes() {}

    /** Builds the dispute of a successful charge; null unless its card causes one. */
    static @Nullable JsonObject of(SimulatedObjects objects, JsonObject charge, TestCard card) {
        boolean fraud = card.aftermath() == Aftermath.FRAUD_DISPUTE;
        if (!fraud && card.aftermath() != Aftermath.NOT_RECEIVED_DISPUTE) {
            return null;
        }
        charge.put("disputed", true);
        return new JsonObject()
                .put("id", SimulatedObjects.newId("dp_"))
                .put("object", KIND)
                .put("amount", charge.getLong("amount"))
                .put("charge", charge.getString("id"))
                .put("created", objects.now())
                .put("currency", charge.getString("currency"))
                .put("is_charge_refundable", false)
                .put("livemode", objects.scope().live())
                .put("metadata", new JsonObject())
                .put("payment_intent", charge.getString("payment_intent"))
                .put("reason", fraud ? "fraudulent" : "product_not_received")
                .put("status", "needs_response");
    }

    private static Future<JsonObject> report(SimulatedObjects objects, JsonObject dispute, String change) {
        return SimulatedEvents.report(objects, dispute, "charge.dispute." + change, Duration.ZERO);
    }

    static Future<JsonObject> list(SimulatedObjects objects, FormBody form, String none) {
        form.only(Set.of("charge", "limit", "payment_intent"));
        return objects.list(KIND)
                .map(all -> SimulatedRefunds.page(
                        "/v1/disputes",
                        all.stream()
                                .filter(dispute -> SimulatedRefunds.belongs(dispute, form))
                                .toList()));
    }

    /** Submits evidence. As at Stripe, two texts decide a test dispute. */
    static Future<JsonObject> submit(SimulatedObjects objects, FormBody form, String id) {
        form.only(Set.of("evidence", "metadata", "submit"));
        String text = form.text("evidence[uncategorized_text]");
        return switch (text == null ? "" : text) {
            case "winning_evidence" -> decide(objects, id, "won");
            case "losing_evidence" -> decide(objects, id, "lost");
            default -> decide(objects, id, "under_review");
        };
    }

    /** Accepts a dispute, which is lost thereby. */
    static Future<JsonObject> close(SimulatedObjects objects, FormBody form, String id) {
        form.only(Set.of());
        return decide(objects, id, "lost");
    }

    private static Future<JsonObject> decide(SimulatedObjects objects, String id, String status) {
        return objects.find(KIND, id).compose(dispute -> {
            String former = dispute.getString("status");
            if (former.equals("won") || former.equals("lost")) {
                throw WireError.notRefundable("dispute_closed", "This dispute is already closed.");
            }
            dispute.put("status", status);
            return objects.find(SimulatedCharges.KIND, dispute.getString("charge"))
                    .compose(charge ->
                            objects.update(SimulatedCharges.KIND, charge.put("disputed", !status.equals("won"))))
                    .compose(updated -> objects.update(KIND, dispute))
                    .compose(updated -> report(objects, dispute, status.equals("under_review") ? "updated" : "closed"));
        });
    }
}
