package io.tollgate.simulator;

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
     * @param id of the payment at the processor
     * @param storedChargeId of its charge; null if the record has none
     * @param received what was paid by card and is not refunded
     */
    public static Future<Void> register(
            WriteContext write, String id, @Nullable String storedChargeId, String currency, long received) {
        SimulatedObjects objects =
                new SimulatedObjects(write.transaction(), write.scope(), write.now(), write.now(), Scenario.NONE);
        String chargeId = storedChargeId == null ? SimulatedObjects.newId("ch_") : storedChargeId;
        JsonObject intent = common(objects, currency, id, received)
                .put("object", SimulatedPayments.KIND)
                .put("amount_received", received)
                .put("client_secret", id + "_secret_" + SimulatedObjects.newId(""))
                .put("last_payment_error", null)
                .put("latest_charge", chargeId)
                .put("status", "succeeded");
        return objects.add(SimulatedPayments.KIND, intent).compose(added -> {
            JsonObject card = common(objects, currency, chargeId, received)
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

    private static JsonObject common(SimulatedObjects objects, String currency, String id, long amount) {
        return new JsonObject()
                .put("id", id)
                .put("amount", amount)
                .put("created", objects.now())
                .put("currency", currency)
                .put("customer", null)
                .put("livemode", objects.scope().live())
                .put("metadata", new JsonObject())
                .put("payment_method", null);
    }
}
