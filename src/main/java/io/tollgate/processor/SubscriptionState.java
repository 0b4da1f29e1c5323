package io.tollgate.processor;

import io.vertx.core.json.JsonObject;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The cancellation state of a subscription at the processor. */
public record SubscriptionState(
        boolean canceled, boolean endsWithPeriod, @Nullable Instant endsAt) {

    /** Returns whether the state matches the requested cancellation. The processor stores whole seconds. */
    public boolean matches(CancellationTime ending) {
        return switch (ending.when()) {
            case NOW -> canceled;
            case AT_PERIOD_END -> canceled || endsWithPeriod;
            case AT_DATE ->
                canceled
                        || (endsAt != null
                                && ending.at() != null
                                && endsAt.getEpochSecond() == ending.at().getEpochSecond());
        };
    }

    JsonObject json() {
        return new JsonObject()
                .put("canceled", canceled)
                .put("endsWithPeriod", endsWithPeriod)
                .put("endsAt", endsAt == null ? null : endsAt.toString());
    }

    static SubscriptionState of(JsonObject json) {
        String endsAt = json.getString("endsAt");
        return new SubscriptionState(
                json.getBoolean("canceled"),
                json.getBoolean("endsWithPeriod"),
                endsAt == null ? null : Instant.parse(endsAt));
    }
}
