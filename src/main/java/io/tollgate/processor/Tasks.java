package io.tollgate.processor;

import io.tollgate.clock.Clock;
import io.tollgate.db.Database;
import io.tollgate.error.ApiError;
import io.tollgate.input.IdempotencyKey;
import io.tollgate.processor.ProcessorCopies.Copy;
import io.tollgate.resource.Scope;
import io.tollgate.write.WriteContext;
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
 * Notes what is to be done at the processor, in the transactions of what it follows from.
 *
 * <p>Also guards what is about to be done: the clearing up is noted and committed before the call,
 * and struck off by the transaction that writes its result. Whatever happens in between, either the
 * result is written or the clearing up is due.
 */
public final class Tasks {
    /** More than a call with all its retries can take. */
    private static final Duration GUARDED = Duration.ofSeconds(60);

    /** After this, a call whose answer was lost is done at the processor, or never will be. */
    private static final Duration SETTLED = Duration.ofSeconds(15);

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
            DO UPDATE SET argument = EXCLUDED.argument, due_at = EXCLUDED.due_at, attempts = 0
            """;
    private static final String DROP =
            "DELETE FROM processor_task WHERE seller_id = $1 AND livemode = $2 AND kind = $3 AND subject_id = $4";
    private static final String STRIKE =
            "DELETE FROM processor_task WHERE seller_id = $1 AND livemode = $2 AND id = $3 AND attempts = 0";
    private static final String HASTEN = """
            UPDATE processor_task SET due_at = $4, idempotency_key = NULL
            WHERE seller_id = $1 AND livemode = $2 AND id = $3 AND attempts = 0
            """;

    private final Database database;
    private final Clock clock;

    public Tasks(Database database, Clock clock) {
        this.database = database;
        this.clock = clock;
    }

    /**
     * Notes how to clear up after what this write is about to begin. While it is noted, no other
     * request with the same idempotency key, and none for the same subject, begins.
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
            at(write.now().plus(GUARDED)),
            at(write.now())
        });
        return write.transaction().preparedQuery(INSERT).execute(values).map(rows -> {
            if (rows.rowCount() == 0) {
                throw ApiError.busy("idempotency_conflict", "The same is being done by another request.");
            }
            return task;
        });
    }

    /** Strikes a guard off, in the transaction of the result. 503 where the clearing up has begun: it is too late. */
    public static Future<Void> strike(SqlConnection transaction, Task guard) {
        return transaction.preparedQuery(STRIKE).execute(names(guard)).map(rows -> {
            if (rows.rowCount() == 0) {
                throw ApiError.unavailable();
            }
            return null;
        });
    }

    /** Notes what is to be done with every copy of a record, in either mode. */
    public static Future<Void> follow(WriteContext write, Task.Kind kind, List<Copy> copies, JsonObject argument) {
        return Future.all(copies.stream()
                        .map(copy -> follow(write, kind, copy, argument))
                        .toList())
                .mapEmpty();
    }

    private static Future<Void> follow(WriteContext write, Task.Kind kind, Copy copy, JsonObject argument) {
        Scope scope = new Scope(write.scope().sellerId(), copy.live());
        Task task = Task.of(scope, write.newId(), kind, copy.processorId(), argument);
        return schedule(write.transaction(), task, write.now(), write.now());
    }

    /** Notes what is to be done from a moment on; one of the same kind and subject moves to that moment. */
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

    /** What was scheduled is not to be done any more. */
    public static Future<Void> drop(SqlConnection transaction, Scope scope, Task.Kind kind, String subjectId) {
        return transaction
                .preparedQuery(DROP)
                .execute(Tuple.of(scope.sellerId(), scope.live(), kind.name(), subjectId))
                .mapEmpty();
    }

    /**
     * What a guard stands for did not come about. Where that is sure to have left nothing at the
     * processor, there is nothing to clear up; else it is cleared up soon.
     */
    public Future<Void> abandon(Task guard, Throwable failure) {
        if (failure instanceof ProcessorFailure known && !known.mayBeDone()) {
            return in(guard.scope(), STRIKE, names(guard));
        }
        Duration pause = failure instanceof ProcessorFailure ? SETTLED : Duration.ZERO;
        return in(guard.scope(), HASTEN, names(guard).addValue(at(clock.now().plus(pause))));
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
