package io.tollgate.subscription;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.clock.Times;
import io.tollgate.http.ApiResponse;
import io.tollgate.input.IdempotencyKey;
import io.tollgate.processor.CancellationTime;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The end of a subscription as it was asked for.
 *
 * @param keyName name of the key, as it was then: the record keeps it when the key is gone
 * @param idempotencyKey under which it may be asked again
 */
record Cancellation(
        CancellationTime ending,
        @Nullable String reason,
        String keyId,
        String keyName,
        Instant askedAt,
        @Nullable IdempotencyKey idempotencyKey) {
    private static final Buffer SUCCESS = Buffer.buffer("{\"data\":{\"success\":true}}");

    /** What whoever asked is told. */
    static ApiResponse answer() {
        return ApiResponse.ok(SUCCESS);
    }

    /** What the record says of it: an end that is moved was still asked for first when it was, by whom it was. */
    void enter(ObjectNode subscription) {
        switch (ending.when()) {
            case NOW ->
                subscription
                        .put("status", "canceled")
                        .put("cancelAtPeriodEnd", false)
                        .putNull("cancelAt");
            case AT_PERIOD_END ->
                subscription.put("cancelAtPeriodEnd", true).set("cancelAt", subscription.get("currentPeriodEnd"));
            case AT_DATE ->
                subscription
                        .put("cancelAtPeriodEnd", false)
                        .put("cancelAt", Times.text(Objects.requireNonNull(ending.at())));
        }
        if (!subscription.hasNonNull("canceledAt")) {
            subscription
                    .put("canceledAt", Times.text(askedAt))
                    .putNull("canceledBy")
                    .put("canceledByApiKey", keyId)
                    .put("canceledByApiKeyName", keyName);
        }
        if (reason != null) {
            subscription.put("reason", reason);
        }
    }

    JsonObject json() {
        return new JsonObject()
                .put("ending", ending.json())
                .put("reason", reason)
                .put("keyId", keyId)
                .put("keyName", keyName)
                .put("askedAt", askedAt.toString())
                .put("idempotencyKey", idempotencyKey == null ? null : idempotencyKey.json());
    }

    static Cancellation of(JsonObject json) {
        return new Cancellation(
                CancellationTime.of(json.getJsonObject("ending")),
                json.getString("reason"),
                json.getString("keyId"),
                json.getString("keyName"),
                Instant.parse(json.getString("askedAt")),
                IdempotencyKey.of(json.getJsonObject("idempotencyKey")));
    }
}
