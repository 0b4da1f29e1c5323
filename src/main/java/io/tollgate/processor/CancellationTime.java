package io.tollgate.processor;

import io.vertx.core.json.JsonObject;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * When a subscription is to end.
 *
 * @param at the date, where it ends at one
 */
public record CancellationTime(When when, @Nullable Instant at) {
    /** The three ways to end one. */
    public enum When {
        NOW,
        AT_PERIOD_END,
        AT_DATE
    }

    public JsonObject json() {
        return new JsonObject().put("when", when.name()).put("at", at == null ? null : at.toString());
    }

    public static CancellationTime of(JsonObject json) {
        String at = json.getString("at");
        return new CancellationTime(When.valueOf(json.getString("when")), at == null ? null : Instant.parse(at));
    }
}
