package io.tollgate.simulator;

import io.tollgate.processor.ImportedObjects;
import io.tollgate.processor.ProcessorAccount;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.SqlConnection;
import java.time.Instant;

/** Adds objects that were never created here to simulated accounts. */
public final class SimulatorImport implements ImportedObjects {
    @Override
    public Future<Void> register(SqlConnection transaction, ProcessorAccount account, Payment payment, Instant now) {
        if (!account.simulated()) {
            return Future.succeededFuture();
        }
        SimulatedObjects objects = objects(transaction, account, now);
        String chargeId = payment.chargeId() == null ? SimulatedObjects.newId("ch_") : payment.chargeId();
        JsonObject intent = common(objects, payment, payment.intentId())
                .put("object", SimulatedPayments.KIND)
                .put("amount_received", payment.received())
                .put("client_secret", payment.intentId() + "_secret_" + SimulatedObjects.newId(""))
                .put("last_payment_error", null)
                .put("latest_charge", chargeId)
                .put("status", "succeeded");
        return objects.add(SimulatedPayments.KIND, intent).compose(added -> {
            JsonObject card = common(objects, payment, chargeId)
                    .put("object", SimulatedCharges.KIND)
                    .put("amount_captured", payment.received())
                    .put("amount_refunded", 0)
                    .put("captured", true)
                    .put("disputed", false)
                    .put("paid", true)
                    .put("payment_intent", payment.intentId())
                    .put("refunded", false)
                    .put("status", "succeeded");
            return added ? objects.add(SimulatedCharges.KIND, card).mapEmpty() : Future.succeededFuture();
        });
    }

    private static JsonObject common(SimulatedObjects objects, Payment payment, String id) {
        return new JsonObject()
                .put("id", id)
                .put("amount", payment.received())
                .put("created", objects.now())
                .put("currency", payment.currency())
                .put("customer", null)
                .put("livemode", objects.scope().live())
                .put("metadata", new JsonObject())
                .put("payment_method", null);
    }

    @Override
    public Future<Void> register(
            SqlConnection transaction, ProcessorAccount account, Subscription subscription, Instant now) {
        if (!account.simulated()) {
            return Future.succeededFuture();
        }
        SimulatedObjects objects = objects(transaction, account, now);
        Instant end = subscription.periodEnd() == null ? now : subscription.periodEnd();
        JsonObject object = SimulatedSubscriptions.imported(
                objects, subscription.id(), subscription.customerId(), subscription.priceId(), end.getEpochSecond());
        Instant cancelAt = subscription.cancelAt() == null ? end : subscription.cancelAt();
        if (subscription.cancelAtPeriodEnd() || subscription.cancelAt() != null) {
            object.put("cancel_at_period_end", subscription.cancelAtPeriodEnd())
                    .put("cancel_at", cancelAt.getEpochSecond());
        }
        return objects.add(SimulatedSubscriptions.KIND, object).mapEmpty();
    }

    private static SimulatedObjects objects(SqlConnection transaction, ProcessorAccount account, Instant now) {
        return new SimulatedObjects(transaction, account.scope(), now, now, Scenario.NONE);
    }
}
