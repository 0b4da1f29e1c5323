package io.tollgate.processor.simulator;

import io.tollgate.resource.Scope;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.function.Supplier;

/** Gives one effect and one answer to all requests of an account with one idempotency key. */
final class StoredResponses {
    private static final Duration KEPT = Duration.ofHours(24);

    private static final String LOCK = "SELECT pg_advisory_xact_lock(hashtextextended($1, 0))";
    private static final String FORGET =
            "DELETE FROM simulated_answer WHERE seller_id = $1 AND livemode = $2 AND created_at < $3";
    private static final String FIND = "SELECT request, status, body FROM simulated_answer"
            + " WHERE seller_id = $1 AND livemode = $2 AND key = $3 AND created_at >= $4";
    private static final String KEEP = """
            INSERT INTO simulated_answer (seller_id, livemode, key, request, status, body, created_at)
            VALUES ($1, $2, $3, $4, $5, $6, $7)
            """;

    private StoredResponses() {}

    /** What is sent back. */
    record Reply(int status, JsonObject body, boolean replayed) {}

    /** The kept answer, or that of the work, refusals included, which is then kept. */
    static Future<Reply> once(
            SqlConnection transaction,
            Scope scope,
            Instant now,
            String key,
            String request,
            Supplier<Future<Reply>> work) {
        byte[] print = digest(request);
        return transaction
                .preparedQuery(LOCK)
                .execute(Tuple.of("simulator " + scope.sellerId() + scope.live() + key))
                .compose(locked -> transaction
                        .preparedQuery(FIND)
                        .execute(Tuple.of(scope.sellerId(), scope.live(), key, oldest(now))))
                .compose(rows -> {
                    for (Row row : rows) {
                        return Future.succeededFuture(replay(row, print));
                    }
                    return work.get().compose(reply -> keep(transaction, scope, now, key, print, reply));
                });
    }

    private static OffsetDateTime oldest(Instant now) {
        return now.minus(KEPT).atOffset(ZoneOffset.UTC);
    }

    private static Reply replay(Row row, byte[] print) {
        if (!MessageDigest.isEqual(row.getBuffer(0).getBytes(), print)) {
            throw WireError.keyReused();
        }
        return new Reply(row.getShort(1), new JsonObject(row.getString(2)), true);
    }

    private static Future<Reply> keep(
            SqlConnection transaction, Scope scope, Instant now, String key, byte[] print, Reply reply) {
        Tuple values = Tuple.of(scope.sellerId(), scope.live(), key, Buffer.buffer(print), (short) reply.status())
                .addValue(reply.body().encode())
                .addValue(now.atOffset(ZoneOffset.UTC));
        return transaction
                .preparedQuery(FORGET)
                .execute(Tuple.of(scope.sellerId(), scope.live(), oldest(now)))
                .compose(forgotten -> transaction.preparedQuery(KEEP).execute(values))
                .map(reply);
    }

    private static byte[] digest(String request) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(request.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
