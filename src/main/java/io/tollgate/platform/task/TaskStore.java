package io.tollgate.platform.task;

import static io.tollgate.platform.task.DueWork.at;

import io.tollgate.platform.db.Database;
import io.tollgate.platform.resource.Scope;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Claims due tasks, and stores what became of them.
 *
 * @param handlers the kinds of tasks that this node runs
 */
record TaskStore(Database database, TaskHandlers handlers) {
    private static final int REASON_CHARS_MAX = 500;

    private static final DueWork DUE = DueWork.atTestClocks("processor_task", "true");

    /** Leaves kinds that this node does not know. Each kind has its lease. */
    private static final String CLAIM =
            DUE.claim("kind = ANY($6)", """
            claim_number = claim_number + 1,
                due_at = $4::timestamptz + ($7::bigint[])[array_position($6, kind)] * interval '1 millisecond',
                claimed_until = $8::timestamptz + ($7::bigint[])[array_position($6, kind)] * interval '1 millisecond'
            """, "kind, subject_id, argument, attempts, created_at, claim_number");

    private static final String DELETE = """
            DELETE FROM processor_task
            WHERE seller_id = $1 AND livemode = $2 AND id = $3 AND claim_number = $4
            """;
    private static final String RESCHEDULE = """
            UPDATE processor_task SET due_at = $5, claimed_until = NULL, failing_since = NULL, last_error = NULL
            WHERE seller_id = $1 AND livemode = $2 AND id = $3 AND claim_number = $4
            """;
    private static final String FAIL = """
            UPDATE processor_task SET failing_since = coalesce(failing_since, $6), last_error = $7,
                claimed_until = NULL, failed_at = CASE WHEN failing_since <= $8 THEN $6::timestamptz END,
                due_at = CASE WHEN failing_since <= $8 THEN 'infinity' ELSE $5::timestamptz END
            WHERE seller_id = $1 AND livemode = $2 AND id = $3 AND claim_number = $4
            RETURNING failed_at IS NOT NULL
            """;

    private static final String LEFT = """
            SELECT FROM processor_task
            WHERE seller_id = $1 AND livemode = $2 AND kind = ANY($5) AND (due_at <= $3 OR claimed_until > $4)
            LIMIT 1
            """;

    private static final String NEXT_DUE = """
            SELECT due_at FROM processor_task
            WHERE seller_id = $1 AND livemode = $2 AND due_at > $3 AND kind = ANY($4) AND failed_at IS NULL
            ORDER BY due_at LIMIT 1
            """;

    /** Divides a number of tasks among the scopes that have due tasks in a lane. */
    Future<List<Share>> shares(Lane lane, Instant now, int count) {
        return DUE.shares(database, lane.name(), now, count);
    }

    /**
     * Claims the tasks of a scope that have been due for the longest time.
     *
     * @param now the time of the scope
     * @param real the real time
     */
    Future<List<Task>> claim(Scope scope, Lane lane, Instant now, Instant real, int count, List<TaskKind> kinds) {
        Tuple values = DueWork.claim(scope, lane.name(), now, count)
                .addArrayOfString(names(kinds))
                .addArrayOfLong(
                        kinds.stream().map(kind -> kind.lease().toMillis()).toArray(Long[]::new))
                .addValue(at(real));
        return database.write(
                scope,
                transaction -> transaction.preparedQuery(CLAIM).execute(values).map(rows -> {
                    List<Task> claimed = new ArrayList<>();
                    for (Row row : rows) {
                        TaskHandlers.Registration known = handlers.find(row.getString(1));
                        if (known != null) {
                            claimed.add(read(scope, known.kind(), row));
                        }
                    }
                    return claimed;
                }));
    }

    private static Task read(Scope scope, TaskKind kind, Row row) {
        return new Task(
                scope,
                row.getString(0),
                kind,
                row.getString(2),
                new JsonObject(row.getString(3)),
                row.getInteger(4),
                row.getLong(6),
                row.getOffsetDateTime(5).toInstant());
    }

    private static String[] names(List<TaskKind> kinds) {
        return kinds.stream().map(TaskKind::name).toArray(String[]::new);
    }

    /** Returns when the next task of a scope is due after a time of the scope; null if there is none. */
    Future<@Nullable Instant> nextDue(Scope scope, Instant now) {
        return database.get(
                        NEXT_DUE,
                        Tuple.of(scope.sellerId(), scope.live(), at(now)).addArrayOfString(names(handlers.kinds())))
                .map(rows -> {
                    for (Row row : rows) {
                        OffsetDateTime due = row.getOffsetDateTime(0);
                        return due.toInstant();
                    }
                    return null;
                });
    }

    /**
     * Returns whether no task of a scope is due, and no node is working on one.
     *
     * @param now the time of the scope
     * @param real the real time
     */
    Future<Boolean> isIdle(Scope scope, Instant now, Instant real) {
        return database.get(
                        LEFT,
                        Tuple.of(scope.sellerId(), scope.live(), at(now), at(real))
                                .addArrayOfString(names(handlers.kinds())))
                .map(rows -> rows.size() == 0);
    }

    /** Deletes a task that is done, unless it was replaced or another node has claimed it meanwhile. */
    Future<Void> delete(Task task) {
        return update(task, DELETE, names(task));
    }

    /** Makes a task due again that did not fail. */
    Future<Void> reschedule(Task task, Instant due) {
        return update(task, RESCHEDULE, names(task).addValue(at(due)));
    }

    /**
     * Makes a failed task due again, or gives it up.
     *
     * @param now the real time, because an outage does not last longer when a test clock moves
     * @return whether the task was given up
     */
    Future<Boolean> fail(Task task, Instant due, Instant now, String reason) {
        Tuple values = names(task)
                .addValue(at(due))
                .addValue(at(now))
                .addValue(reason.length() > REASON_CHARS_MAX ? reason.substring(0, REASON_CHARS_MAX) : reason)
                .addValue(at(now.minus(task.kind().failingMax())));
        return database.write(
                task.scope(),
                transaction -> transaction.preparedQuery(FAIL).execute(values).map(rows -> {
                    for (Row row : rows) {
                        return row.getBoolean(0);
                    }
                    return false;
                }));
    }

    private Future<Void> update(Task task, String sql, Tuple values) {
        return database.write(
                task.scope(),
                transaction -> transaction.preparedQuery(sql).execute(values).mapEmpty());
    }

    private static Tuple names(Task task) {
        return Tuple.of(task.scope().sellerId(), task.scope().live(), task.id(), task.claimNumber());
    }
}
