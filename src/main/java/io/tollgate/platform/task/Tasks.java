package io.tollgate.platform.task;

import static io.tollgate.platform.task.DueWork.at;

import io.tollgate.platform.clock.Clock;
import io.tollgate.platform.db.Database;
import io.tollgate.platform.db.TestClock;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.input.IdempotencyKey;
import io.tollgate.platform.resource.Scope;
import io.tollgate.platform.write.WriteContext;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Schedules tasks in the transaction that causes them, with a plain insert.
 *
 * <p>Also protects calls to other systems against crashes: a cleanup task is committed before the call, and the
 * transaction that writes the result deletes it. So either the result is written or the cleanup runs.
 */
public record Tasks(Database database, Clock clock) {
    /** Longer than a call with all its retries. */
    private static final Duration CLEANUP_DELAY = Duration.ofSeconds(60);

    private static final String INSERT = """
            INSERT INTO processor_task
                (seller_id, livemode, id, kind, lane, subject_id, argument, idempotency_key, due_at, created_at)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
            ON CONFLICT DO NOTHING
            """;
    private static final String REPLACE = """
            INSERT INTO processor_task (seller_id, livemode, id, kind, lane, subject_id, argument, due_at, created_at)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
            ON CONFLICT (seller_id, livemode, kind, subject_id)
            DO UPDATE SET lane = EXCLUDED.lane, argument = EXCLUDED.argument, due_at = EXCLUDED.due_at, attempts = 0,
                claim_number = processor_task.claim_number + 1, claimed_until = NULL,
                failing_since = NULL, failed_at = NULL, last_error = NULL
            """;
    private static final String DROP =
            "DELETE FROM processor_task WHERE seller_id = $1 AND livemode = $2 AND kind = $3 AND subject_id = $4";
    private static final String EXISTS =
            "SELECT FROM processor_task WHERE seller_id = $1 AND livemode = $2 AND kind = $3 AND subject_id = $4";
    private static final String AT_WORK =
            "SELECT FROM processor_task WHERE seller_id = $1 AND livemode = $2 AND idempotency_key = $3";
    private static final String GUARDED = EXISTS + " UNION ALL SELECT FROM processor_task"
            + " WHERE seller_id = $1 AND livemode = $2 AND idempotency_key = $5 AND kind <> $3";
    private static final String DELETE =
            "DELETE FROM processor_task WHERE seller_id = $1 AND livemode = $2 AND id = $3 AND attempts = 0";
    private static final String FINISH = """
            DELETE FROM processor_task WHERE seller_id = $1 AND livemode = $2 AND id = $3 AND claim_number = $4
            """;
    private static final String MAKE_DUE = """
            UPDATE processor_task
            SET due_at = $4, idempotency_key = CASE WHEN $5::boolean THEN idempotency_key END
            WHERE seller_id = $1 AND livemode = $2 AND id = $3 AND attempts = 0
            """;

    /**
     * Schedules the cleanup for the call that this write is about to make. While it exists, other requests with the
     * same idempotency key or the same subject fail with 409.
     */
    public static Future<Task> guard(WriteContext write, TaskKind kind, String subjectId, JsonObject argument) {
        Task task = Task.of(write.scope(), write.newId(), kind, subjectId, argument);
        IdempotencyKey key = write.idempotencyKey();
        Tuple values = Tuple.from(new @Nullable Object[] {
            write.scope().sellerId(),
            write.scope().live(),
            task.id(),
            kind.name(),
            kind.lane().name(),
            subjectId,
            argument.encode(),
            key == null ? null : key.text(),
            at(write.now().plus(CLEANUP_DELAY)),
            at(write.now())
        });
        return write.transaction().preparedQuery(INSERT).execute(values).map(rows -> {
            if (rows.rowCount() == 0) {
                throw inProgress();
            }
            return task;
        });
    }

    /**
     * Fails with 409 if a request with the same idempotency key has a guard. Call it before the rules that the first
     * request can have made false: otherwise the response to the repeated one would be their error, and be stored.
     */
    public static Future<Void> requireNoGuard(WriteContext write) {
        IdempotencyKey key = write.idempotencyKey();
        if (key == null) {
            return Future.succeededFuture();
        }
        Tuple values = Tuple.of(write.scope().sellerId(), write.scope().live(), key.text());
        return requireNone(write, AT_WORK, values);
    }

    /**
     * Fails with 409 if a request with the same idempotency key or the same subject has a guard. Call it before
     * the rules, for the same reason. The guard of a request that has failed can have lost its key.
     */
    public static Future<Void> requireNoGuard(WriteContext write, TaskKind kind, String subjectId) {
        IdempotencyKey key = write.idempotencyKey();
        Tuple values = Tuple.of(write.scope().sellerId(), write.scope().live(), kind.name(), subjectId)
                .addValue(key == null ? null : key.text());
        return requireNone(write, GUARDED, values);
    }

    private static Future<Void> requireNone(WriteContext write, String sql, Tuple values) {
        return write.transaction().preparedQuery(sql).execute(values).map(rows -> {
            if (rows.size() > 0) {
                throw inProgress();
            }
            return null;
        });
    }

    private static ApiError inProgress() {
        return ApiError.busy("idempotency_conflict", "Another request with the same key or subject is in progress.");
    }

    /** Deletes a cleanup task in the transaction of the result. Fails with 503 if the cleanup has already started. */
    public static Future<Void> deleteOrFail(SqlConnection transaction, Task guard) {
        return transaction.preparedQuery(DELETE).execute(names(guard)).map(rows -> {
            if (rows.rowCount() == 0) {
                throw ApiError.unavailable();
            }
            return null;
        });
    }

    /**
     * Deletes a running task in the transaction of its result, so that a crash cannot repeat the result.
     *
     * @return false if another run has claimed or finished it; this one must not have a result then
     */
    public static Future<Boolean> finish(SqlConnection transaction, Task running) {
        return transaction
                .preparedQuery(FINISH)
                .execute(names(running).addValue(running.claimNumber()))
                .map(rows -> rows.rowCount() == 1);
    }

    /** Schedules a task. An existing task of the same kind and subject is replaced and moves to the new time. */
    public static Future<Void> schedule(SqlConnection transaction, Task task, Instant due, Instant now) {
        return transaction
                .preparedQuery(REPLACE)
                .execute(Tuple.of(
                        task.scope().sellerId(),
                        task.scope().live(),
                        task.id(),
                        task.kind().name(),
                        task.kind().lane().name(),
                        task.subjectId(),
                        task.argument().encode(),
                        at(due),
                        at(now)))
                .mapEmpty();
    }

    /** Returns whether a task of a kind and subject is scheduled or running. */
    public static Future<Boolean> exists(SqlConnection transaction, Scope scope, TaskKind kind, String subjectId) {
        return transaction
                .preparedQuery(EXISTS)
                .execute(Tuple.of(scope.sellerId(), scope.live(), kind.name(), subjectId))
                .map(rows -> rows.size() > 0);
    }

    /** Deletes a scheduled task. */
    public static Future<Void> delete(SqlConnection transaction, Scope scope, TaskKind kind, String subjectId) {
        return transaction
                .preparedQuery(DROP)
                .execute(Tuple.of(scope.sellerId(), scope.live(), kind.name(), subjectId))
                .mapEmpty();
    }

    /** Deletes the cleanup task of a call that certainly had no effect. */
    public Future<Void> cancel(Task guard) {
        return in(guard.scope(), DELETE, names(guard));
    }

    /**
     * Makes the cleanup task of a failed call due after a pause. If the task completes the request, it keeps the
     * request's idempotency key: a retry with this key returns 409 until the task has stored the response, and never
     * begins a second operation.
     */
    public Future<Void> makeDue(Task guard, Duration pause) {
        return new TestClock(database, clock)
                .now(guard.scope())
                .compose(now -> in(
                        guard.scope(),
                        MAKE_DUE,
                        names(guard)
                                .addValue(at(now.plus(pause)))
                                .addValue(guard.kind().completesRequest())));
    }

    private Future<Void> in(Scope scope, String sql, Tuple values) {
        return database.write(
                scope,
                transaction -> transaction.preparedQuery(sql).execute(values).mapEmpty());
    }

    private static Tuple names(Task task) {
        return Tuple.of(task.scope().sellerId(), task.scope().live(), task.id());
    }
}
