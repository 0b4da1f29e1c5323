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
 * Does what is due at the processor, on any number of nodes: a task is taken up by moving its due
 * time ahead, and comes up again by itself where whoever took it up is gone.
 */
public final class TaskRun {
    private static final Logger LOG = LoggerFactory.getLogger(TaskRun.class);
    /** A run does no more than this, so that what is due of all sellers takes turns. */
    public static final int AT_A_TIME = 20;

    private static final Duration LEASE = Duration.ofSeconds(60);
    private static final int PAUSE_DOUBLINGS_MAX = 12;
    private static final Duration CLOCKS_APART = Duration.ofHours(1);

    /** Over all sellers: the index has all that is asked for, and holds little but what is still to come. */
    private static final String DUE =
            "SELECT seller_id, livemode, id FROM processor_task WHERE due_at <= $1 ORDER BY due_at LIMIT " + AT_A_TIME;

    private static final String TAKE = """
            UPDATE processor_task SET attempts = attempts + 1, due_at = $5
            WHERE seller_id = $1 AND livemode = $2 AND id = $3 AND due_at <= $4
            RETURNING kind, subject_id, argument, attempts, created_at
            """;
    private static final String DONE = """
            DELETE FROM processor_task
            WHERE seller_id = $1 AND livemode = $2 AND id = $3 AND attempts = $4
            """;
    private static final String LATER = """
            UPDATE processor_task SET due_at = $5
            WHERE seller_id = $1 AND livemode = $2 AND id = $3 AND attempts = $4
            """;

    private final Database database;
    private final ProcessorClient processor;
    private final Clock clock;
    private final Map<Task.Kind, Settlement> settlements;
    private final LongUnaryOperator apart;

    /** Does a task of which a feature knows what it means. It may be done again: its effect must not. */
    public interface Settlement {
        /**
         * @param account null where none is connected any more
         * @return when it is to be looked at again, or null where it is done
         */
        Future<@Nullable Instant> settle(Task task, @Nullable ProcessorAccount account);
    }

    /** @param settlements of the kinds that the processor alone cannot do */
    public TaskRun(Database database, ProcessorClient processor, Clock clock, Map<Task.Kind, Settlement> settlements) {
        this(
                database,
                processor,
                clock,
                settlements,
                pause -> ThreadLocalRandom.current().nextLong(pause));
    }

    /** @param apart how many milliseconds one task comes back after the pause, given the length of that */
    TaskRun(
            Database database,
            ProcessorClient processor,
            Clock clock,
            Map<Task.Kind, Settlement> settlements,
            LongUnaryOperator apart) {
        this.database = database;
        this.processor = processor;
        this.clock = clock;
        this.settlements = Map.copyOf(settlements);
        this.apart = apart;
    }

    /** Does what is due now; gives how many tasks that were. One that fails is left for later. */
    public Future<Integer> run() {
        return database.get(DUE, Tuple.of(Tasks.at(clock.now()))).compose(rows -> {
            List<Future<Void>> all = new ArrayList<>();
            for (Row row : rows) {
                Scope scope = new Scope(row.getString(0), row.getBoolean(1));
                all.add(take(scope, row.getString(2)));
            }
            return Future.join(all).map(done -> all.size());
        });
    }

    private Future<Void> take(Scope scope, String id) {
        Instant now = clock.now();
        Tuple values = Tuple.of(scope.sellerId(), scope.live(), id, Tasks.at(now), Tasks.at(now.plus(LEASE)));
        return database.write(
                        scope,
                        transaction -> transaction
                                .preparedQuery(TAKE)
                                .execute(values)
                                .compose(rows -> rows.size() == 0
                                        ? Future.<@Nullable Taken>succeededFuture(null)
                                        : taken(scope, id, rows.iterator().next())
                                                .with(ProcessorAccount.find(transaction, scope))))
                .compose(taken -> taken == null ? Future.succeededFuture() : perform(taken));
    }

    /** A task with the account that it is to be done in; null where none is connected any more. */
    private record Taken(
            Task task, Instant createdAt, @Nullable ProcessorAccount account) {
        Future<@Nullable Taken> with(Future<@Nullable ProcessorAccount> found) {
            return found.map(account -> new Taken(task, createdAt, account));
        }
    }

    private static Taken taken(Scope scope, String id, Row row) {
        Task task = new Task(
                scope,
                id,
                Task.Kind.valueOf(row.getString(0)),
                row.getString(1),
                new JsonObject(row.getString(2)),
                row.getInteger(3));
        return new Taken(task, row.getOffsetDateTime(4).toInstant(), null);
    }

    private Future<Void> perform(Taken taken) {
        Task task = taken.task();
        Settlement settlement = settlements.get(task.kind());
        Future<@Nullable Instant> work =
                settlement == null ? simple(taken).map(done -> null) : settlement.settle(task, taken.account());
        return work.compose(again -> again == null ? update(task, DONE, names(task)) : later(task, again))
                .recover(failure -> {
                    LOG.warn(
                            "task {} for {} of seller {} at the processor is left for later: {}",
                            task.kind(),
                            task.subjectId(),
                            task.scope().sellerId(),
                            String.valueOf(failure.getMessage()));
                    return again(task, failure).otherwiseEmpty();
                });
    }

    /** At the earliest after a pause that grows with each attempt. */
    private Future<Void> later(Task task, Instant at) {
        Instant soonest = clock.now().plus(pause(task));
        Instant due = at.isAfter(soonest) ? at : soonest;
        return update(task, LATER, names(task).addValue(Tasks.at(due)));
    }

    /** Not before the processor wants it, and not all at once that failed at once. */
    private Future<Void> again(Task task, Throwable failure) {
        long later = apart.applyAsLong(pause(task).toMillis());
        Duration alone = failure instanceof ProcessorFailure known ? known.retryAfter() : Duration.ZERO;
        return later(task, clock.now().plus(alone).plus(pause(task)).plusMillis(later));
    }

    private static Duration pause(Task task) {
        return Duration.ofSeconds(1L << Math.min(task.attempts(), PAUSE_DOUBLINGS_MAX));
    }

    /** What the processor alone can do. */
    private Future<Void> simple(Taken taken) {
        Task task = taken.task();
        ProcessorAccount account = taken.account();
        if (account == null) {
            return Future.failedFuture("no account is connected");
        }
        String id = task.subjectId();
        // A name that was changed again while it was sent is sent under another key.
        String key = task.key() + "-" + task.argument().getString("version", "0");
        return switch (task.kind()) {
            case DELETE_COUPON -> processor.deleteCoupon(account, id, key);
            case RENAME_COUPON ->
                processor.renameCoupon(account, id, task.argument().getString("name"), key);
            case DEACTIVATE_TAX_RATE -> processor.deactivateTaxRate(account, id, key);
            case RENAME_TAX_RATE ->
                processor.renameTaxRate(account, id, task.argument().getString("name"), key);
            case FORGET_TAX_RATE -> forget(account, id, taken.createdAt(), key);
            default -> Future.failedFuture("nobody here knows how to do this");
        };
    }

    private Future<Void> forget(ProcessorAccount account, String recordId, Instant since, String key) {
        return processor
                .taxRatesOf(account, recordId, since.minus(CLOCKS_APART), key)
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
