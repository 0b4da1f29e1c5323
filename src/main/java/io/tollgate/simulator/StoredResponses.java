package io.tollgate.simulator;

import io.tollgate.platform.http.Sha256;
import io.tollgate.platform.resource.Scope;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.function.Supplier;

/** Makes requests of an account idempotent: each idempotency key has one effect and one response. */
final class StoredResponses {
    private static final Duration RETENTION = Duration.ofHours(24);

    private static final int KEY_MAX = 255;

    private static final String LOCK = "SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0))";
    private static final String DELETE_EXPIRED =
            "DELETE FROM simulated_answer WHERE seller_id = $1 AND livemode = $2 AND created_at < $3";
    private static final String FIND = "SELECT request, status, body FROM simulated_answer"
            + " WHERE seller_id = $1 AND livemode = $2 AND key = $3 AND created_at >= $4";
    private static final String INSERT = """
            INSERT INTO simulated_answer (seller_id, livemode, key, request, status, body, created_at)
            VALUES ($1, $2, $3, $4, $5, $6, $7)
            """;

    private StoredResponses() {}

    /** A response. */
    record Reply(int status, JsonObject body, boolean replayed) {}

    /**
     * Returns the stored response, or performs the work and stores its response, including errors other than those of
     * invalid parameters. Rejects a key whose first request is still running.
     */
    static Future<Reply> once(
            SqlConnection transaction,
            Scope scope,
            Instant now,
            String key,
            String request,
            Supplier<Future<Reply>> work) {
        if (key.length() > KEY_MAX) {
            return Future.failedFuture(WireError.keyTooLong());
        }
        byte[] fingerprint = Sha256.digest().digest(request.getBytes(StandardCharsets.UTF_8));
        return transaction
                .preparedQuery(LOCK)
                .execute(Tuple.of("simulator " + scope.sellerId() + scope.live() + key))
                .compose(locked -> {
                    if (!locked.iterator().next().getBoolean(0)) {
                        throw WireError.keyInUse();
                    }
                    return transaction
                            .preparedQuery(FIND)
                            .execute(Tuple.of(scope.sellerId(), scope.live(), key, oldest(now)));
                })
                .compose(rows -> {
                    for (Row row : rows) {
                        return Future.succeededFuture(replay(row, fingerprint));
                    }
                    return work.get()
                            .compose(reply -> isOfValidation(reply)
                                    ? Future.succeededFuture(reply)
                                    : store(transaction, scope, now, key, fingerprint, reply));
                });
    }

    private static boolean isOfValidation(Reply reply) {
        String code = reply.body().getJsonObject("error", new JsonObject()).getString("code", "");
        return reply.status() == 400 && (code.startsWith("parameter_") || code.startsWith("amount_too_"));
    }

    private static OffsetDateTime oldest(Instant now) {
        return now.minus(RETENTION).atOffset(ZoneOffset.UTC);
    }

    private static Reply replay(Row row, byte[] fingerprint) {
        if (!MessageDigest.isEqual(row.getBuffer(0).getBytes(), fingerprint)) {
            throw WireError.keyReused();
        }
        return new Reply(row.getShort(1), new JsonObject(row.getString(2)), true);
    }

    private static Future<Reply> store(
            SqlConnection transaction, Scope scope, Instant now, String key, byte[] fingerprint, Reply reply) {
        Tuple values = Tuple.of(scope.sellerId(), scope.live(), key, Buffer.buffer(fingerprint), (short) reply.status())
                .addValue(reply.body().encode())
                .addValue(now.atOffset(ZoneOffset.UTC));
        return transaction
                .preparedQuery(DELETE_EXPIRED)
                .execute(Tuple.of(scope.sellerId(), scope.live(), oldest(now)))
                .compose(forgotten -> transaction.preparedQuery(INSERT).execute(values))
                .map(reply);
    }
}
