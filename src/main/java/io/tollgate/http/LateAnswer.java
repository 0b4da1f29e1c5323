package io.tollgate.http;

import io.tollgate.resource.Scope;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.SqlConnection;
import java.time.Instant;

/**
 * The answer to a request whose effect comes after its end: whoever sends it again is told of that effect, and not
 * that somebody else was first.
 *
 * @param request the print of the request that the key came with
 */
public record LateAnswer(String key, byte[] request) {
    static LateAnswer to(IdempotencyKey key) {
        return new LateAnswer(key.text(), key.request());
    }

    public JsonObject json() {
        return new JsonObject().put("key", key).put("request", request);
    }

    public static LateAnswer of(JsonObject json) {
        return new LateAnswer(json.getString("key"), json.getBinary("request"));
    }

    /** Keeps it, in the transaction of the effect; one that is kept already stays. */
    public Future<Void> keep(SqlConnection transaction, Scope scope, Answer answer, Instant now) {
        return Idempotency.keep(transaction, scope, new IdempotencyKey(key, request), answer, now);
    }
}
