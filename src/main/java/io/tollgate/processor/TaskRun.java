package io.tollgate.processor;

import io.tollgate.platform.clock.Clock;
import io.tollgate.platform.db.Database;
import io.tollgate.platform.db.TestClock;
import io.tollgate.platform.resource.Scope;
import io.vertx.core.Future;
import java.time.Duration;
import java.time.Instant;
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
    /** Maximum number of tasks per run. The sellers that have due tasks share them. */
    public static final int TASKS_PER_RUN = 20;

    private static final int PAUSE_DOUBLINGS_MAX = 12;
    private static final Duration CLOCK_SKEW_MAX = Duration.ofHours(1);

    private final TaskStore store;
    private final ProcessorClient processor;
    private final TestClock time;
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
        this.store = new TaskStore(database);
        this.processor = processor;
        this.time = new TestClock(database, clock);
        this.settlements = Map.copyOf(settlements);
        this.jitter = jitter;
    }

    /** Runs due tasks and returns their number. Reschedules tasks that fail. */
    public Future<Integer> run() {
        return store.shares(time.clock().now(), TASKS_PER_RUN)
                .compose(shares -> sum(shares.stream()
                        .map(share -> run(share.scope(), share.tasks(), null))
                        .toList()));
    }

    /**
     * Does the same as {@link #run()} for one scope. Applies events of the processor before it synchronizes
     * subscriptions, because an event restarts a synchronization that runs at the same time.
     */
    public Future<Integer> run(Scope scope) {
        return run(scope, TASKS_PER_RUN, false)
                .compose(first -> run(scope, TASKS_PER_RUN, true).map(then -> first + then));
    }

    /** Returns whether no task of a scope is due, and none is being worked on, here or on another node. */
    public Future<Boolean> isIdle(Scope scope) {
        return time.now(scope)
                .compose(now -> store.isIdle(scope, now, time.clock().now()));
    }

    private static Future<Integer> sum(List<Future<Integer>> counts) {
        return Future.join(counts)
                .map(done -> counts.stream().mapToInt(Future::result).sum());
    }

    /** @param synchronizations whether to run only synchronizations of subscriptions or only others; null for all */
    private Future<Integer> run(Scope scope, int count, @Nullable Boolean synchronizations) {
        return time.now(scope)
                .compose(now -> store.claim(scope, now, time.clock().now(), count, synchronizations))
                .compose(claimed -> Future.join(
                                claimed.stream().map(this::perform).toList())
                        .map(done -> claimed.size()));
    }

    private Future<Void> perform(TaskStore.ClaimedTask claimed) {
        Task task = claimed.task();
        Settlement settlement = settlements.get(task.kind());
        Future<@Nullable Instant> work =
                settlement == null ? simple(claimed).map(done -> null) : settlement.settle(task, claimed.account());
        return work.compose(reschedule -> reschedule == null ? store.delete(task) : later(task, reschedule))
                .recover(failure -> failed(task, failure).otherwiseEmpty());
    }

    /** Reschedules a task, at the earliest after a back-off that grows with each attempt. */
    private Future<Void> later(Task task, Instant at) {
        return time.now(task.scope()).compose(now -> {
            Instant soonest = now.plus(pause(task));
            return store.reschedule(task, at.isAfter(soonest) ? at : soonest);
        });
    }

    /** Reschedules a failed task after {@code Retry-After}, with jitter. Gives up one that has failed for days. */
    private Future<Void> failed(Task task, Throwable failure) {
        String reason = String.valueOf(failure.getMessage());
        Duration later = Duration.ofMillis(jitter.applyAsLong(pause(task).toMillis()));
        Duration retryAfter = failure instanceof ProcessorFailure known ? known.retryAfter() : Duration.ZERO;
        return time.now(task.scope())
                .compose(now -> store.fail(
                        task,
                        now.plus(retryAfter).plus(pause(task)).plus(later),
                        time.clock().now(),
                        reason))
                .onComplete(over -> LOG.warn(
                        "{} {} for {} of seller {}: {}",
                        over.succeeded() && over.result() ? "Giving up" : "Rescheduling",
                        task.kind(),
                        task.subjectId(),
                        task.scope().sellerId(),
                        reason))
                .mapEmpty();
    }

    private static Duration pause(Task task) {
        Duration doubled = Duration.ofSeconds(1L << Math.min(task.attempts(), PAUSE_DOUBLINGS_MAX));
        Duration max = task.kind().pauseMax();
        return doubled.compareTo(max) < 0 ? doubled : max;
    }

    /** Performs a task that needs only the processor. */
    private Future<Void> simple(TaskStore.ClaimedTask claimed) {
        Task task = claimed.task();
        ProcessorAccount account = claimed.account();
        if (account == null) {
            return Future.failedFuture("no processor account is connected");
        }
        String id = task.subjectId();
        String name = task.argument().getString("name", "");
        // A name that changes again while a rename is in flight needs a new idempotency key.
        String key = task.key() + "-" + task.argument().getString("version", "0");
        return switch (task.kind()) {
            case DELETE_COUPON -> processor.run(account, "deleteCoupon", api -> api.deleteCoupon(id, key));
            case RENAME_COUPON -> processor.run(account, "renameCoupon", api -> api.renameCoupon(id, name, key));
            case DEACTIVATE_TAX_RATE -> deactivate(account, id, key);
            case RENAME_TAX_RATE -> processor.run(account, "renameTaxRate", api -> api.renameTaxRate(id, name, key));
            case FORGET_TAX_RATE -> forget(account, id, claimed.createdAt(), key);
            default -> Future.failedFuture("no settlement is registered for this kind of task");
        };
    }

    private Future<Void> forget(ProcessorAccount account, String recordId, Instant since, String key) {
        return processor
                .call(account, "taxRatesOf", api -> api.taxRatesOf(recordId, since.minus(CLOCK_SKEW_MAX)))
                .compose(found -> Future.all(found.stream()
                        .map(id -> deactivate(account, id, key + id))
                        .toList()))
                .mapEmpty();
    }

    private Future<Void> deactivate(ProcessorAccount account, String taxRateId, String key) {
        return processor.run(account, "deactivateTaxRate", api -> api.deactivateTaxRate(taxRateId, key));
    }
}
