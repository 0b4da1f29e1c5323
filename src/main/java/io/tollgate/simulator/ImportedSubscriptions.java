package io.tollgate.simulator;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.resource.Scope;
import io.tollgate.platform.write.WriteContext;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.SqlConnection;
import java.time.Instant;

/** Registers existing subscriptions with the simulator. Demo subscriptions were never created there. */
public final class ImportedSubscriptions {
    private ImportedSubscriptions() {}

    /** Registers a subscription unless the simulator has it. */
    public static Future<Void> register(WriteContext write, ObjectNode subscription) {
        return register(write.transaction(), write.scope(), subscription, write.now());
    }

    /** Registers a subscription outside a request, with the end date of its record. */
    public static Future<Void> register(SqlConnection transaction, Scope scope, ObjectNode subscription, Instant now) {
        SimulatedObjects objects = new SimulatedObjects(transaction, scope, now, now, Scenario.NONE);
        String id = subscription.path("processorSubscriptionId").asText();
        JsonNode end = subscription.path("currentPeriodEnd");
        long periodEnd = end.isTextual() ? seconds(end) : now.getEpochSecond();
        JsonObject object = SimulatedSubscriptions.imported(
                objects,
                id,
                subscription.path("processorCustomerId").asText(null),
                "price_of_" + subscription.path("productId").asText("none"),
                periodEnd);
        boolean withPeriod = subscription.path("cancelAtPeriodEnd").asBoolean();
        JsonNode at = subscription.path("cancelAt");
        if (withPeriod || at.isTextual()) {
            object.put("cancel_at_period_end", withPeriod)
                    .put("cancel_at", at.isTextual() ? seconds(at) : (Long) periodEnd);
        }
        return objects.add(SimulatedSubscriptions.KIND, object).mapEmpty();
    }

    private static Long seconds(JsonNode time) {
        return Instant.parse(time.textValue()).getEpochSecond();
    }
}
