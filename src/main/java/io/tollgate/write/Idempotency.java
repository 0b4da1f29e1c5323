package io.tollgate.write;

import io.tollgate.db.SqlState;
import io.tollgate.error.ApiError;
import io.tollgate.http.ApiResponse;
import io.tollgate.http.ErrorBody;
import io.tollgate.input.IdempotencyKey;
import io.tollgate.resource.Scope;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Gives one effect and one answer to all requests with one key.
 *
 * <p>The answer is stored in the transaction of the effect, so that there is never one without the
 * other, whatever crashes in between. A lock that ends with the transaction tells a request whose
 * key is still at work; the primary key holds even where that lock does not reach.
 */
public final class Idempotency {
    /** How long an answer is kept. */
    static final Duration KEPT = Duration.ofHours(24);

    public static final String REPLAYED = "Idempotent-Replayed";

    /** Refusals that say nothing of the request as its key knows it, so that it may be tried again. */
    private static final Set<Integer> NOT_KEPT = Set.of(402, 412, 429);

    private static final String LOCK = "SELECT pg_try_advisory_xact_lock($1)";
    private static final String WAIT_FOR_LOCK = "SELECT pg_advisory_xact_lock($1)";
    private static final String FIND = """
            SELECT request, status, etag, body, created_at
            FROM idempotent_answer
            WHERE seller_id = $1 AND livemode = $2 AND key = $3
            """;
    private static final String FORGET =
            "DELETE FROM idempotent_answer WHERE seller_id = $1 AND livemode = $2 AND key = $3";
    private static final String KEEP = """
            INSERT INTO idempotent_answer (seller_id, livemode, key, request, status, etag, body, created_at)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
            """;
    private static final String KEEP_IF_NONE = KEEP + " ON CONFLICT DO NOTHING";

    private final SqlConnection transaction;
    private final Scope scope;
    private final IdempotencyKey key;
    private final Instant now;
    private final PipelinedStatements ahead;

    Idempotency(SqlConnection transaction, Scope scope, IdempotencyKey key, Instant now, PipelinedStatements ahead) {
        this.transaction = transaction;
        this.scope = scope;
        this.key = key;
        this.now = now;
        this.ahead = ahead;
    }

    /**
     * The stored answer, or that of the work, which is then stored.
     *
     * @param requestId repeated in the body of a refusal
     */
    Future<ApiResponse> once(@Nullable String requestId, Supplier<Future<ApiResponse>> work) {
        Future<@Nullable Row> lock = execute(LOCK, Tuple.of(key.lock(scope.sellerId(), scope.live())));
        // Sent at once, and looked at by the database after the lock was tried.
        Future<@Nullable Row> kept = execute(FIND, names());
        return Future.join(lock, kept).compose(both -> {
            if (lock.result() == null || !lock.result().getBoolean(0)) {
                throw atWork();
            }
            return found(requestId, kept.result(), work);
        });
    }

    /** The same for what others with the key may not hold up, since somebody else has done it already. */
    Future<ApiResponse> onceInTurn(@Nullable String requestId, Supplier<Future<ApiResponse>> work) {
        return execute(WAIT_FOR_LOCK, Tuple.of(key.lock(scope.sellerId(), scope.live())))
                .compose(held -> execute(FIND, names()))
                .compose(kept -> found(requestId, kept, work));
    }

    private Future<ApiResponse> found(
            @Nullable String requestId, @Nullable Row kept, Supplier<Future<ApiResponse>> work) {
        if (kept == null) {
            return first(requestId, work);
        }
        if (kept.getOffsetDateTime(4).toInstant().isBefore(now.minus(KEPT))) {
            return execute(FORGET, names()).compose(gone -> first(requestId, work));
        }
        return Future.succeededFuture(replay(kept));
    }

    private ApiResponse replay(Row row) {
        if (!key.isOf(row.getBuffer(0).getBytes())) {
            throw ApiError.refused(
                    422,
                    "idempotency_key_reused",
                    "This Idempotency-Key came with another request before. Use a new one for each request.");
        }
        ApiResponse answer = ApiResponse.of(row.getShort(1), row.getBuffer(3)).with(REPLAYED, "true");
        String etag = row.getString(2);
        return etag == null ? answer : answer.with("ETag", etag);
    }

    private Future<ApiResponse> first(@Nullable String requestId, Supplier<Future<ApiResponse>> work) {
        return command("SAVEPOINT effect")
                .compose(set -> work.get())
                .recover(failure -> undone(requestId, failure))
                .map(this::keep);
    }

    /** A refusal is an answer too: what led to it is undone, and it is kept. */
    private Future<ApiResponse> undone(@Nullable String requestId, Throwable failure) {
        if (!(failure instanceof ApiError refusal) || refusal.status() >= 500 || NOT_KEPT.contains(refusal.status())) {
            return Future.failedFuture(failure);
        }
        if (refusal.headers().containsKey("Retry-After")) {
            // It passes by itself: the next request with this key is to find out.
            return Future.failedFuture(failure);
        }
        Buffer body = Buffer.buffer(ErrorBody.of(refusal, requestId));
        return command("ROLLBACK TO SAVEPOINT effect").map(undone -> ApiResponse.of(refusal.status(), body));
    }

    /**
     * It is not waited for: the commit fails where this does. An answer that is still to come, after a call
     * to somebody else, is kept by the transaction that makes it.
     */
    private @Nullable ApiResponse keep(@Nullable ApiResponse answer) {
        if (answer == null) {
            return null;
        }
        ahead.add(transaction
                .preparedQuery(KEEP)
                .execute(values(scope, key, answer, now))
                .recover(failure -> Future.failedFuture(SqlState.isTaken(failure) ? atWork() : failure)));
        return answer;
    }

    /**
     * Keeps the answer of a request that was given up before its effect, in the transaction that brings the
     * effect about after all: who asks again is told of it. An answer that is kept already stands.
     */
    public static Future<Void> keepLate(
            SqlConnection transaction, Scope scope, IdempotencyKey key, ApiResponse answer, Instant now) {
        return transaction
                .preparedQuery(KEEP_IF_NONE)
                .execute(values(scope, key, answer, now))
                .mapEmpty();
    }

    private static Tuple values(Scope scope, IdempotencyKey key, ApiResponse answer, Instant now) {
        return Tuple.from(new Object[] {
            scope.sellerId(),
            scope.live(),
            key.text(),
            Buffer.buffer(key.request()),
            (short) answer.status(),
            answer.headers().get("ETag"),
            answer.body(),
            OffsetDateTime.ofInstant(now, ZoneOffset.UTC)
        });
    }

    private static ApiError atWork() {
        return ApiError.busy("idempotency_conflict", "A request with this Idempotency-Key is still at work.");
    }

    private Tuple names() {
        return Tuple.of(scope.sellerId(), scope.live(), key.text());
    }

    private Future<@Nullable Row> execute(String sql, Tuple values) {
        return transaction.preparedQuery(sql).execute(values).map(rows -> {
            for (Row row : rows) {
                return row;
            }
            return null;
        });
    }

    private Future<Void> command(String sql) {
        return transaction.query(sql).execute().mapEmpty();
    }
}
