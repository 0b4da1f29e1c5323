package io.tollgate.processor;

import io.tollgate.platform.db.Database;
import io.tollgate.platform.resource.Scope;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Claims due tasks, and stores what became of them. */
record TaskStore(Database database) {
    /** After this time, the node that claimed a task is assumed to have crashed. */
    private static final Duration LEASE = Duration.ofSeconds(45);

    /** How long a task fails before it is given up. Outages of the processor are shorter. */
    private static final Duration FAILING_MAX = Duration.ofDays(3);

    private static final int REASON_CHARS_MAX = 500;

    /**
     * Selects across all sellers: one index probe for each scope finds its oldest task, however many tasks wait. A
     * scope gets its second task only when each other scope has got its first. The order of scopes is random, so that
     * none has to wait for always the same others. Test clocks are ahead of the real time. While one moves, the move
     * runs its tasks.
     */
    private static final String SHARES = """
            WITH RECURSIVE scope AS (
                (SELECT seller_id, livemode, due_at FROM processor_task
                 ORDER BY seller_id, livemode, due_at LIMIT 1)
                UNION ALL
                SELECT further.* FROM scope CROSS JOIN LATERAL (
                    SELECT t.seller_id, t.livemode, t.due_at FROM processor_task t
                    WHERE (t.seller_id, t.livemode) > (scope.seller_id, scope.livemode)
                    ORDER BY t.seller_id, t.livemode, t.due_at LIMIT 1) further
            ), turn AS (
                SELECT s.seller_id, s.livemode, due.number
                FROM scope s
                LEFT JOIN test_clock c ON c.seller_id = s.seller_id AND NOT s.livemode
                CROSS JOIN LATERAL (
                    SELECT $1::timestamptz + coalesce(c.offset_millis, 0) * interval '1 millisecond' AS time) own
                CROSS JOIN LATERAL (
                    SELECT row_number() OVER () AS number FROM (
                        SELECT FROM processor_task t
                        WHERE t.seller_id = s.seller_id AND t.livemode = s.livemode AND t.due_at <= own.time
                        LIMIT $2) waiting) due
                WHERE s.due_at <= own.time AND coalesce(c.moving_until <= $1, true)
                ORDER BY due.number, random() LIMIT $2
            )
            SELECT seller_id, livemode, count(*) FROM turn GROUP BY seller_id, livemode
            """;

    private static final String[] KINDS =
            Arrays.stream(Task.Kind.values()).map(Task.Kind::name).toArray(String[]::new);

    /** Skips tasks that another node is claiming, and kinds that only a newer version knows. */
    private static final String CLAIM = """
            WITH due AS MATERIALIZED (
                SELECT id FROM processor_task
                WHERE seller_id = $1 AND livemode = $2 AND due_at <= $3
                  AND kind = ANY($6) AND coalesce((kind = 'SYNC_SUBSCRIPTION') = $7::boolean, true)
                ORDER BY due_at LIMIT $5
                FOR UPDATE SKIP LOCKED)
            UPDATE processor_task t SET attempts = attempts + 1, due_at = $4,
                claim_number = claim_number + 1, claimed_until = $8
            FROM due WHERE t.seller_id = $1 AND t.livemode = $2 AND t.id = due.id
            RETURNING t.id, kind, subject_id, argument, attempts, created_at, claim_number
            """;

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

    /** How many tasks of a scope the next run takes. */
    record Share(Scope scope, int tasks) {}

    /** A claimed task with its account, which is null if none is connected any more. */
    record ClaimedTask(
            Task task, Instant createdAt, @Nullable ProcessorAccount account) {}

    /** Divides a number of tasks among the scopes that have due tasks. */
    Future<List<Share>> shares(Instant now, int count) {
        return database.get(SHARES, Tuple.of(Tasks.at(now), count)).map(rows -> {
            List<Share> shares = new ArrayList<>();
            for (Row row : rows) {
                shares.add(new Share(new Scope(row.getString(0), row.getBoolean(1)), row.getInteger(2)));
            }
            return shares;
        });
    }

    /**
     * Claims the tasks of a scope that have been due for the longest time.
     *
     * @param now the time of the scope
     * @param real the real time
     * @param synchronizations whether to claim only synchronizations of subscriptions or only others; null for all
     */
    Future<List<ClaimedTask>> claim(
            Scope scope, Instant now, Instant real, int count, @Nullable Boolean synchronizations) {
        Tuple values = Tuple.of(scope.sellerId(), scope.live(), Tasks.at(now), Tasks.at(now.plus(LEASE)), count)
                .addArrayOfString(KINDS)
                .addValue(synchronizations)
                .addValue(Tasks.at(real.plus(LEASE)));
        return database.write(
                scope,
                transaction -> transaction
                        .preparedQuery(CLAIM)
                        .execute(values)
                        .compose(rows -> rows.size() == 0
                                ? Future.succeededFuture(List.of())
                                : ProcessorAccount.find(transaction, scope).map(account -> {
                                    List<ClaimedTask> claimed = new ArrayList<>();
                                    rows.forEach(row -> claimed.add(claimed(scope, row, account)));
                                    return claimed;
                                })));
    }

    private static ClaimedTask claimed(Scope scope, Row row, @Nullable ProcessorAccount account) {
        Task task = new Task(
                scope,
                row.getString(0),
                Task.Kind.valueOf(row.getString(1)),
                row.getString(2),
                new JsonObject(row.getString(3)),
                row.getInteger(4),
                row.getLong(6));
        return new ClaimedTask(task, row.getOffsetDateTime(5).toInstant(), account);
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
                        Tuple.of(scope.sellerId(), scope.live(), Tasks.at(now), Tasks.at(real))
                                .addArrayOfString(KINDS))
                .map(rows -> rows.size() == 0);
    }

    /** Deletes a task that is done, unless it was replaced or another node has claimed it meanwhile. */
    Future<Void> delete(Task task) {
        return update(task, DELETE, names(task));
    }

    /** Makes a task due again that did not fail. */
    Future<Void> reschedule(Task task, Instant due) {
        return update(task, RESCHEDULE, names(task).addValue(Tasks.at(due)));
    }

    /**
     * Makes a failed task due again, or gives it up.
     *
     * @param now the real time, because an outage does not last longer when a test clock moves
     * @return whether the task was given up
     */
    Future<Boolean> fail(Task task, Instant due, Instant now, String reason) {
        Tuple values = names(task)
                .addValue(Tasks.at(due))
                .addValue(Tasks.at(now))
                .addValue(reason.length() > REASON_CHARS_MAX ? reason.substring(0, REASON_CHARS_MAX) : reason)
                .addValue(Tasks.at(now.minus(FAILING_MAX)));
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
