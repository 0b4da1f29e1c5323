package io.tollgate.processor;

import io.tollgate.platform.clock.Clock;
import io.tollgate.platform.db.Database;
import io.tollgate.platform.db.TestClock;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.input.IdempotencyKey;
import io.tollgate.platform.resource.Scope;
import io.tollgate.platform.write.WriteContext;
import io.tollgate.processor.ProcessorCopies.Copy;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Schedules calls to the processor in the transaction that causes them.
 *
 * <p>Also protects calls against crashes: a cleanup task is committed before the call, and the transaction that
 * writes the result deletes it. So either the result is written or the cleanup runs.
 */
public record Tasks(Database database, Clock clock) {
    /** Longer than a call with all its retries. */
    private static final Duration CLEANUP_DELAY = Duration.ofSeconds(60);

    /** After this time, a call with a lost response has either taken effect or never will. */
    private static final Duration SETTLING_TIME = Duration.ofSeconds(15);

    private static final String INSERT = """
            INSERT INTO processor_task
                (seller_id, livemode, id, kind, subject_id, argument, idempotency_key, due_at, created_at)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
            ON CONFLICT DO NOTHING
            """;
    private static final String REPLACE = """
            INSERT INTO processor_task (seller_id, livemode, id, kind, subject_id, argument, due_at, created_at)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
            ON CONFLICT (seller_id, livemode, kind, subject_id)
            DO UPDATE SET argument = EXCLUDED.argument, due_at = EXCLUDED.due_at, attempts = 0,
                claim_number = processor_task.claim_number + 1, claimed_until = NULL,
                failing_since = NULL, failed_at = NULL, last_error = NULL
            """;
    private static final String DROP =
            "DELETE FROM processor_task WHERE seller_id = $1 AND livemode = $2 AND kind = $3 AND subject_id = $4";
    private static final String EXISTS =
            "SELECT FROM processor_task WHERE seller_id = $1 AND livemode = $2 AND kind = $3 AND subject_id = $4";
    private static final String DELETE =
            "DELETE FROM processor_task WHERE seller_id = $1 AND livemode = $2 AND id = $3 AND attempts = 0";
    private static final String MAKE_DUE = """
            UPDATE processor_task
            SET due_at = $4, idempotency_key = CASE WHEN $5::boolean THEN idempotency_key END
            WHERE seller_id = $1 AND livemode = $2 AND id = $3 AND attempts = 0
            """;

    /**
     * Schedules the cleanup for the call that this write is about to make. While it exists, other requests with the
     * same idempotency key or the same subject fail with 409.
     */
    public static Future<Task> guard(WriteContext write, Task.Kind kind, String subjectId, JsonObject argument) {
        Task task = Task.of(write.scope(), write.newId(), kind, subjectId, argument);
        IdempotencyKey key = write.idempotencyKey();
        Tuple values = Tuple.from(new @Nullable Object[] {
            write.scope().sellerId(),
            write.scope().live(),
            task.id(),
            kind.name(),
            subjectId,
            argument.encode(),
            key == null ? null : key.text(),
            at(write.now().plus(CLEANUP_DELAY)),
            at(write.now())
        });
        return write.transaction().preparedQuery(INSERT).execute(values).map(rows -> {
            if (rows.rowCount() == 0) {
                throw ApiError.busy(
                        "idempotency_conflict", "Another request with the same key or subject is in progress.");
            }
            return task;
        });
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

    /** Schedules a task for every copy of a record, in both modes. */
    public static Future<Void> scheduleAll(WriteContext write, Task.Kind kind, List<Copy> copies, JsonObject argument) {
        return Future.all(copies.stream()
                        .map(copy -> scheduleAll(write, kind, copy, argument))
                        .toList())
                .mapEmpty();
    }

    private static Future<Void> scheduleAll(WriteContext write, Task.Kind kind, Copy copy, JsonObject argument) {
        Scope scope = new Scope(write.scope().sellerId(), copy.live());
        Task task = Task.of(scope, write.newId(), kind, copy.processorId(), argument);
        return schedule(write.transaction(), task, write.now(), write.now());
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
                        task.subjectId(),
                        task.argument().encode(),
                        at(due),
                        at(now)))
                .mapEmpty();
    }

    /** Returns whether a task of a kind and subject is scheduled or running. */
    public static Future<Boolean> exists(SqlConnection transaction, Scope scope, Task.Kind kind, String subjectId) {
        return transaction
                .preparedQuery(EXISTS)
                .execute(Tuple.of(scope.sellerId(), scope.live(), kind.name(), subjectId))
                .map(rows -> rows.size() > 0);
    }

    /** Deletes a scheduled task. */
    public static Future<Void> delete(SqlConnection transaction, Scope scope, Task.Kind kind, String subjectId) {
        return transaction
                .preparedQuery(DROP)
                .execute(Tuple.of(scope.sellerId(), scope.live(), kind.name(), subjectId))
                .mapEmpty();
    }

    /**
     * Ends a call that failed. Deletes its cleanup task if the call certainly had no effect; otherwise makes the task
     * due soon. If the task completes the request, it keeps the request's idempotency key: a retry with this key
     * returns 409 until the task has stored the response, and never begins a second operation.
     */
    public Future<Void> abandon(Task guard, Throwable failure) {
        if (failure instanceof ProcessorFailure known && !known.mayHaveBeenProcessed()) {
            return in(guard.scope(), DELETE, names(guard));
        }
        Duration pause = failure instanceof ProcessorFailure ? SETTLING_TIME : Duration.ZERO;
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

    static OffsetDateTime at(Instant moment) {
        return moment.atOffset(ZoneOffset.UTC);
    }
}
