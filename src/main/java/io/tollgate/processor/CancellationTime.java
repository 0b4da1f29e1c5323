package io.tollgate.processor;

import io.vertx.core.json.JsonObject;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * When a subscription ends.
 *
 * @param at the end time for {@link Timing#AT_DATE}, otherwise null
 */
public record CancellationTime(Timing when, @Nullable Instant at) {
    /** The kinds of cancellation; {@code NEVER} undoes a scheduled one. */
    public enum Timing {
        NOW,
        AT_PERIOD_END,
        AT_DATE,
        NEVER
    }

    public JsonObject json() {
        return new JsonObject().put("when", when.name()).put("at", at == null ? null : at.toString());
    }

    public static CancellationTime of(JsonObject json) {
        String at = json.getString("at");
        return new CancellationTime(Timing.valueOf(json.getString("when")), at == null ? null : Instant.parse(at));
    }
}
