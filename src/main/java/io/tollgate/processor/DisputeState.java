package io.tollgate.processor;

import io.vertx.core.json.JsonObject;
import java.time.Instant;

/**
 * A dispute (chargeback) as the processor has it.
 *
 * @param amount in the currency's smallest unit
 * @param status in the words of the protocol, such as {@code needs_response} or {@code lost}
 * @param reason in the words of the protocol, such as {@code fraudulent}
 */
public record DisputeState(String id, long amount, String status, String reason, Instant createdAt) {
    public boolean isLost() {
        return status.equals("lost");
    }

    JsonObject json() {
        return new JsonObject()
                .put("id", id)
                .put("amount", amount)
                .put("status", status)
                .put("reason", reason)
                .put("createdAt", createdAt.toString());
    }

    static DisputeState of(JsonObject json) {
        return new DisputeState(
                json.getString("id"),
                json.getLong("amount"),
                json.getString("status"),
                json.getString("reason"),
                Instant.parse(json.getString("createdAt")));
    }
}
