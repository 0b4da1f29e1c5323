package io.tollgate.simulator;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.write.WriteContext;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import org.jspecify.annotations.Nullable;

/** Registers existing card payments with the simulator. Demo payments were never charged there. */
public final class ImportedPayments {
    private ImportedPayments() {}

    /**
     * Registers a payment unless the simulator has it.
     *
     * @param received what was paid by card and is not refunded
     */
    public static Future<Void> register(WriteContext write, ObjectNode charge, long received) {
        SimulatedObjects objects =
                new SimulatedObjects(write.transaction(), write.scope(), write.now(), write.now(), Scenario.NONE);
        String id = charge.path("processorPaymentIntentId").asText();
        String stored = charge.path("processorChargeId").asText("");
        String chargeId = stored.isEmpty() ? SimulatedObjects.newId("ch_") : stored;
        JsonObject intent = common(objects, charge, id, received)
                .put("object", SimulatedPayments.KIND)
                .put("amount_received", received)
                .put("client_secret", id + "_secret_" + SimulatedObjects.newId(""))
                .put("last_payment_error", null)
                .put("latest_charge", chargeId)
                .put("status", "succeeded");
        return objects.add(SimulatedPayments.KIND, intent).compose(added -> {
            JsonObject card = common(objects, charge, chargeId, received)
                    .put("object", SimulatedCharges.KIND)
                    .put("amount_captured", received)
                    .put("amount_refunded", 0)
                    .put("captured", true)
                    .put("disputed", false)
                    .put("paid", true)
                    .put("payment_intent", id)
                    .put("refunded", false)
                    .put("status", "succeeded");
            return added ? objects.add(SimulatedCharges.KIND, card).mapEmpty() : Future.succeededFuture();
        });
    }

    private static JsonObject common(SimulatedObjects objects, ObjectNode charge, String id, long amount) {
        return new JsonObject()
                .put("id", id)
                .put("amount", amount)
                .put("created", objects.now())
                .put("currency", text(charge, "currency"))
                .put("customer", null)
                .put("livemode", objects.scope().live())
                .put("metadata", new JsonObject())
                .put("payment_method", null);
    }

    private static @Nullable String text(ObjectNode record, String name) {
        return record.path(name).textValue();
    }
}
