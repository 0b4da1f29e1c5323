package io.tollgate.processor;

import io.tollgate.clock.Clock;
import io.tollgate.db.Database;
import io.tollgate.resource.Scope;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs due processor tasks on any number of nodes. A node claims a task by moving its due time ahead, so that the
 * task becomes due again if the node crashes.
 */
public final class TaskRun {
    private static final Logger LOG = LoggerFactory.getLogger(TaskRun.class);
    /** Maximum number of tasks per run, so that sellers take turns. */
    public static final int TASKS_PER_RUN = 20;

    private static final Duration LEASE = Duration.ofSeconds(45);
    private static final int PAUSE_DOUBLINGS_MAX = 12;
    private static final Duration CLOCK_SKEW_MAX = Duration.ofHours(1);

    /** Selects across all sellers. The index covers the query. */
    private static final String DUE =
            "SELECT seller_id, livemode, id FROM processor_task WHERE due_at <= $1 ORDER BY due_at LIMIT "
                    + TASKS_PER_RUN;

    private static final String CLAIM = """
            UPDATE processor_task SET attempts = attempts + 1, due_at = $5
            WHERE seller_id = $1 AND livemode = $2 AND id = $3 AND due_at <= $4
            RETURNING kind, subject_id, argument, attempts, created_at
            """;
    private static final String DONE = """
            DELETE FROM processor_task
            WHERE seller_id = $1 AND livemode = $2 AND id = $3 AND attempts = $4
            """;
    private static final String RESCHEDULE = """
            UPDATE processor_task SET due_at = $5
            WHERE seller_id = $1 AND livemode = $2 AND id = $3 AND attempts = $4
            """;

    private final Database database;
    private final ProcessorClient processor;
    private final Clock clock;
    private final Map<Task.Kind, Settlement> settlements;
    private final LongUnaryOperator jitter;

    /** Performs tasks that need code of a feature. A task may run more than once, so its effect must be idempotent. */
    public interface Settlement {
        /**
         * @param account null if no account is connected any more
         * @return when to check the task again, or null if it is done
         */
        Future<@Nullable Instant> settle(Task task, @Nullable ProcessorAccount account);
    }

    /** @param settlements for the kinds of tasks that need code of a feature */
    public TaskRun(Database database, ProcessorClient processor, Clock clock, Map<Task.Kind, Settlement> settlements) {
        this(
                database,
                processor,
                clock,
                settlements,
                pause -> ThreadLocalRandom.current().nextLong(pause));
    }

    /** @param jitter returns the jitter in milliseconds for a back-off of the given length */
    TaskRun(
            Database database,
            ProcessorClient processor,
            Clock clock,
            Map<Task.Kind, Settlement> settlements,
            LongUnaryOperator jitter) {
        this.database = database;
        this.processor = processor;
        this.clock = clock;
        this.settlements = Map.copyOf(settlements);
        this.jitter = jitter;
    }

    /** Runs the due tasks and returns their number. Reschedules tasks that fail. */
    public Future<Integer> run() {
        return database.get(DUE, Tuple.of(Tasks.at(clock.now()))).compose(rows -> {
            List<Future<Void>> all = new ArrayList<>();
            for (Row row : rows) {
                Scope scope = new Scope(row.getString(0), row.getBoolean(1));
                all.add(claim(scope, row.getString(2)));
            }
            return Future.join(all).map(done -> all.size());
        });
    }

    private Future<Void> claim(Scope scope, String id) {
        Instant now = clock.now();
        Tuple values = Tuple.of(scope.sellerId(), scope.live(), id, Tasks.at(now), Tasks.at(now.plus(LEASE)));
        return database.write(
                        scope,
                        transaction -> transaction
                                .preparedQuery(CLAIM)
                                .execute(values)
                                .compose(rows -> rows.size() == 0
                                        ? Future.<@Nullable ClaimedTask>succeededFuture(null)
                                        : ProcessorAccount.find(transaction, scope)
                                                .map(account -> claimed(
                                                        scope,
                                                        id,
                                                        rows.iterator().next(),
                                                        account))))
                .compose(claimed -> claimed == null ? Future.succeededFuture() : perform(claimed));
    }

    /** A claimed task with its account, which is null if none is connected any more. */
    private record ClaimedTask(
            Task task, Instant createdAt, @Nullable ProcessorAccount account) {}

    private static ClaimedTask claimed(Scope scope, String id, Row row, @Nullable ProcessorAccount account) {
        Task task = new Task(
                scope,
                id,
                Task.Kind.valueOf(row.getString(0)),
                row.getString(1),
                new JsonObject(row.getString(2)),
                row.getInteger(3));
        return new ClaimedTask(task, row.getOffsetDateTime(4).toInstant(), account);
    }

    private Future<Void> perform(ClaimedTask claimed) {
        Task task = claimed.task();
        Settlement settlement = settlements.get(task.kind());
        Future<@Nullable Instant> work =
                settlement == null ? simple(claimed).map(done -> null) : settlement.settle(task, claimed.account());
        return work.compose(
                        reschedule -> reschedule == null ? update(task, DONE, names(task)) : later(task, reschedule))
                .recover(failure -> {
                    LOG.warn(
                            "Rescheduling {} for {} of seller {}: {}",
                            task.kind(),
                            task.subjectId(),
                            task.scope().sellerId(),
                            String.valueOf(failure.getMessage()));
                    return reschedule(task, failure).otherwiseEmpty();
                });
    }

    /** Reschedules a task, at the earliest after a back-off that grows with each attempt. */
    private Future<Void> later(Task task, Instant at) {
        Instant soonest = clock.now().plus(pause(task));
        Instant due = at.isAfter(soonest) ? at : soonest;
        return update(task, RESCHEDULE, names(task).addValue(Tasks.at(due)));
    }

    /** Reschedules after {@code Retry-After}, with jitter. */
    private Future<Void> reschedule(Task task, Throwable failure) {
        long later = jitter.applyAsLong(pause(task).toMillis());
        Duration retryAfter = failure instanceof ProcessorFailure known ? known.retryAfter() : Duration.ZERO;
        return later(task, clock.now().plus(retryAfter).plus(pause(task)).plusMillis(later));
    }

    private static Duration pause(Task task) {
        Duration doubled = Duration.ofSeconds(1L << Math.min(task.attempts(), PAUSE_DOUBLINGS_MAX));
        Duration max = task.kind().pauseMax();
        return doubled.compareTo(max) < 0 ? doubled : max;
    }

    /** Performs a task that needs only the processor. */
    private Future<Void> simple(ClaimedTask claimed) {
        Task task = claimed.task();
        ProcessorAccount account = claimed.account();
        if (account == null) {
            return Future.failedFuture("no processor account is connected");
        }
        String id = task.subjectId();
        // A name that changes again while a rename is in flight needs a new idempotency key.
        String key = task.key() + "-" + task.argument().getString("version", "0");
        return switch (task.kind()) {
            case DELETE_COUPON -> processor.deleteCoupon(account, id, key);
            case RENAME_COUPON ->
                processor.renameCoupon(account, id, task.argument().getString("name"), key);
            case DEACTIVATE_TAX_RATE -> processor.deactivateTaxRate(account, id, key);
            case RENAME_TAX_RATE ->
                processor.renameTaxRate(account, id, task.argument().getString("name"), key);
            case FORGET_TAX_RATE -> forget(account, id, claimed.createdAt(), key);
            default -> Future.failedFuture("no settlement is registered for this kind of task");
        };
    }

    private Future<Void> forget(ProcessorAccount account, String recordId, Instant since, String key) {
        return processor
                .taxRatesOf(account, recordId, since.minus(CLOCK_SKEW_MAX), key)
                .compose(found -> Future.all(found.stream()
                        .map(id -> processor.deactivateTaxRate(account, id, key + id))
                        .toList()))
                .mapEmpty();
    }

    private Future<Void> update(Task task, String sql, Tuple values) {
        return database.write(
                task.scope(),
                transaction -> transaction.preparedQuery(sql).execute(values).mapEmpty());
    }

    private static Tuple names(Task task) {
        return Tuple.of(task.scope().sellerId(), task.scope().live(), task.id(), task.attempts());
    }
}
