package io.tollgate.platform.write;

import io.tollgate.platform.db.RowExpiry;
import io.tollgate.platform.db.SqlState;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.http.ApiResponse;
import io.tollgate.platform.http.ErrorBody;
import io.tollgate.platform.input.IdempotencyKey;
import io.tollgate.platform.resource.Scope;
import io.tollgate.platform.secret.Sealing;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Executes all requests with one idempotency key once and returns the same response to each.
 *
 * <p>The response is stored in the transaction of the change, so that a crash cannot separate them. An advisory lock
 * that ends with the transaction detects a running request with the same key. The primary key rejects a duplicate if a
 * request bypasses the lock.
 */
public final class Idempotency {
    /** Time for which a response is stored. */
    static final Duration RETENTION = Duration.ofHours(24);

    /** Deletes the responses that are no longer returned. */
    public static final RowExpiry.Rule EXPIRY = new RowExpiry.Rule(
            "expired idempotent responses",
            "DELETE FROM idempotent_answer WHERE seller_id = $1 AND created_at < $2",
            RETENTION);

    /** A response that is erased stays an error, so that its request never runs again. */
    private static final String ERASE = """
            UPDATE idempotent_answer SET status = $4, etag = NULL, body = $5
            WHERE seller_id = $1 AND livemode = $2 AND key = ANY ($3) AND body <> $5
            """;

    public static final String REPLAYED = "Idempotent-Replayed";

    /** Statuses of errors that are not stored, because a retry of the same request may succeed. */
    private static final Set<Integer> NOT_STORED = Set.of(402, 412, 429);

    private static final String LOCK = "SELECT pg_try_advisory_xact_lock($1)";
    private static final String WAIT_FOR_LOCK = "SELECT pg_advisory_xact_lock($1)";
    private static final String FIND = """
            SELECT request, status, etag, body, created_at
            FROM idempotent_answer
            WHERE seller_id = $1 AND livemode = $2 AND key = $3
            """;
    private static final String DELETE =
            "DELETE FROM idempotent_answer WHERE seller_id = $1 AND livemode = $2 AND key = $3";
    private static final String INSERT = """
            INSERT INTO idempotent_answer (seller_id, livemode, key, request, status, etag, body, created_at)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
            """;
    private static final String INSERT_IF_ABSENT = INSERT + " ON CONFLICT DO NOTHING";

    private final SqlConnection transaction;
    private final Scope scope;
    private final IdempotencyKey key;
    private final Instant now;
    private final PipelinedStatements pipelined;
    private final @Nullable Sealing sealing;

    /** @param sealing encrypts the stored responses of a request that returns a secret; null for other requests */
    Idempotency(
            SqlConnection transaction,
            Scope scope,
            IdempotencyKey key,
            Instant now,
            PipelinedStatements pipelined,
            @Nullable Sealing sealing) {
        this.transaction = transaction;
        this.scope = scope;
        this.key = key;
        this.now = now;
        this.pipelined = pipelined;
        this.sealing = sealing;
    }

    /**
     * Returns the stored response, or runs the work and stores its response. Returns 409 if a request with the same key
     * is running.
     *
     * @param requestId written into the body of an error response
     */
    Future<ApiResponse> once(@Nullable String requestId, Supplier<Future<ApiResponse>> work) {
        Future<@Nullable Row> lock = execute(LOCK, Tuple.of(key.lock(scope.sellerId(), scope.live())));
        // Pipelined: the database executes it after the lock attempt.
        Future<@Nullable Row> stored = execute(FIND, keyValues());
        return Future.join(lock, stored).compose(both -> {
            if (lock.result() == null || !lock.result().getBoolean(0)) {
                throw inProgress();
            }
            return replayOrRun(requestId, stored.result(), work);
        });
    }

    /** Does the same as {@link #once}, but waits for a running request with the same key instead of returning 409. */
    Future<ApiResponse> onceAfterWaiting(@Nullable String requestId, Supplier<Future<ApiResponse>> work) {
        return execute(WAIT_FOR_LOCK, Tuple.of(key.lock(scope.sellerId(), scope.live())))
                .compose(locked -> execute(FIND, keyValues()))
                .compose(row -> replayOrRun(requestId, row, work));
    }

    private Future<ApiResponse> replayOrRun(
            @Nullable String requestId, @Nullable Row row, Supplier<Future<ApiResponse>> work) {
        if (row == null) {
            return run(requestId, work);
        }
        if (row.getOffsetDateTime(4).toInstant().isBefore(now.minus(RETENTION))) {
            return execute(DELETE, keyValues()).compose(deleted -> run(requestId, work));
        }
        return Future.succeededFuture(replay(row));
    }

    private ApiResponse replay(Row row) {
        if (!key.isOf(row.getBuffer(0).getBytes())) {
            throw ApiError.refused(
                    422,
                    "idempotency_key_reused",
                    "This Idempotency-Key was already used with a different request. Use a new key for each request.");
        }
        ApiResponse response =
                ApiResponse.of(row.getShort(1), opened(row.getBuffer(3))).with(REPLAYED, "true");
        String etag = row.getString(2);
        return etag == null ? response : response.with("ETag", etag);
    }

    private Future<ApiResponse> run(@Nullable String requestId, Supplier<Future<ApiResponse>> work) {
        return command("SAVEPOINT effect")
                .compose(set -> work.get())
                .recover(failure -> rollBack(requestId, failure))
                .map(this::store);
    }

    /**
     * Rolls back the work and converts an error into a response that is stored. Errors that a retry may resolve are not
     * stored.
     */
    private Future<ApiResponse> rollBack(@Nullable String requestId, Throwable failure) {
        if (!(failure instanceof ApiError error) || error.status() >= 500 || NOT_STORED.contains(error.status())) {
            return Future.failedFuture(failure);
        }
        if (error.headers().containsKey("Retry-After")) {
            // The condition is temporary, so a retry with the same key runs again.
            return Future.failedFuture(failure);
        }
        Buffer body = Buffer.buffer(ErrorBody.of(error, requestId));
        return command("ROLLBACK TO SAVEPOINT effect").map(done -> ApiResponse.of(error.status(), body));
    }

    /**
     * Stores a response without waiting for the statement; if it fails, the commit fails. A null response follows an
     * external call, and the transaction after that call stores it.
     */
    private @Nullable ApiResponse store(@Nullable ApiResponse response) {
        if (response == null) {
            return null;
        }
        pipelined.add(transaction
                .preparedQuery(INSERT)
                .execute(values(scope, key, response, sealed(response.body()), now))
                .recover(failure -> Future.failedFuture(SqlState.isTaken(failure) ? inProgress() : failure)));
        return response;
    }

    /**
     * Makes retries of a request return 409 until the transaction ends. A job that completes an abandoned request must
     * call this before it locks anything else: otherwise a retry that finds no response yet waits for the locks of the
     * job, and runs as a new request when the job has committed and its cleanup task is deleted.
     *
     * @param key null if the request had no key
     */
    public static Future<Void> reserve(SqlConnection transaction, Scope scope, @Nullable IdempotencyKey key) {
        return key == null
                ? Future.succeededFuture()
                : transaction
                        .preparedQuery(WAIT_FOR_LOCK)
                        .execute(Tuple.of(key.lock(scope.sellerId(), scope.live())))
                        .mapEmpty();
    }

    /**
     * Stores the response of a request that was abandoned before its change, in the transaction that makes the change
     * later, after {@link #reserve}. A retry then receives this response. Does nothing if a response is already stored.
     */
    public static Future<Void> storeLate(
            SqlConnection transaction, Scope scope, IdempotencyKey key, ApiResponse response, Instant now) {
        return transaction
                .preparedQuery(INSERT_IF_ABSENT)
                .execute(values(scope, key, response, response.body(), now))
                .mapEmpty();
    }

    private Buffer sealed(Buffer body) {
        return sealing == null ? body : Buffer.buffer(sealing.seal(bound(), body.toString()));
    }

    private Buffer opened(Buffer stored) {
        if (sealing == null) {
            return stored;
        }
        String body = sealing.openOrNull(bound(), stored.getBytes());
        if (body == null) {
            throw new IllegalStateException("A stored response is encrypted under a secret that is not configured");
        }
        return Buffer.buffer(body);
    }

    private String bound() {
        return "response " + scope.sellerId() + " " + scope.live() + " " + key.text();
    }

    private static Tuple values(Scope scope, IdempotencyKey key, ApiResponse response, Buffer body, Instant now) {
        return Tuple.from(new Object[] {
            scope.sellerId(),
            scope.live(),
            key.text(),
            Buffer.buffer(key.request()),
            (short) response.status(),
            response.headers().get("ETag"),
            body,
            OffsetDateTime.ofInstant(now, ZoneOffset.UTC)
        });
    }

    private static ApiError inProgress() {
        return ApiError.busy("idempotency_conflict", "A request with this Idempotency-Key is still in progress.");
    }

    private Tuple keyValues() {
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

    /** Replaces stored responses by an error, and returns their number. */
    public static Future<Integer> erase(SqlConnection transaction, Scope scope, List<String> keys) {
        if (keys.isEmpty()) {
            return Future.succeededFuture(0);
        }
        ApiError error = ApiError.refused(
                410, "response_erased", "The response to this Idempotency-Key was erased with the data of a customer.");
        Buffer body = Buffer.buffer(ErrorBody.of(error, null));
        Tuple values = Tuple.of(scope.sellerId(), scope.live())
                .addArrayOfString(keys.toArray(String[]::new))
                .addValue((short) error.status())
                .addValue(body);
        return transaction.preparedQuery(ERASE).execute(values).map(rows -> rows.rowCount());
    }
}
