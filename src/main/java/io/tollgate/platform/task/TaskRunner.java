package io.tollgate.platform.task;

import io.micrometer.core.instrument.MeterRegistry;
import io.tollgate.platform.clock.Clock;
import io.tollgate.platform.db.Database;
import io.tollgate.platform.db.TestClock;
import io.tollgate.platform.resource.Scope;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs due tasks on any number of nodes. A node claims a task by moving its due time ahead, so that the task becomes
 * due again if the node crashes.
 */
public final class TaskRunner {
    private static final Logger LOG = LoggerFactory.getLogger(TaskRunner.class);
    private static final Duration FIRST_PAUSE = Duration.ofSeconds(2);

    private final TaskStore store;
    private final TestClock time;
    private final TaskHandlers handlers;
    private final LongUnaryOperator jitter;
    private final List<LaneRunner<Task>> lanes;

    public TaskRunner(Database database, Clock clock, TaskHandlers handlers) {
        this(database, clock, handlers, Backoff.JITTER);
    }

    /** @param jitter returns the jitter in milliseconds for a back-off of the given length */
    TaskRunner(Database database, Clock clock, TaskHandlers handlers, LongUnaryOperator jitter) {
        this.store = new TaskStore(database, handlers.copy());
        this.time = new TestClock(database, clock);
        this.handlers = handlers.copy();
        this.jitter = jitter;
        this.lanes = this.handlers.lanes().stream()
                .map(lane -> new LaneRunner<>(lane, new Source(lane)))
                .toList();
    }

    /** The due tasks of a lane. */
    private final class Source implements WorkSource<Task> {
        private final Lane lane;

        Source(Lane lane) {
            this.lane = lane;
        }

        @Override
        public Future<List<Share>> shares(int count) {
            return store.shares(lane, time.clock().now(), count);
        }

        @Override
        public Future<List<Task>> claim(Scope scope, int count) {
            return TaskRunner.this.claim(scope, lane, count, handlers.kinds());
        }

        @Override
        public Future<Void> perform(Task task) {
            return TaskRunner.this.perform(task);
        }
    }

    /** Runs due tasks of each lane again and again, and shows how many are in flight. */
    public void start(Vertx vertx, MeterRegistry registry) {
        for (LaneRunner<Task> lane : lanes) {
            lane.showIn(registry);
            new LaneLoop(vertx, lane).start();
        }
    }

    /** Runs due tasks, at most one run of each lane, and returns their number. Reschedules tasks that fail. */
    public Future<Integer> run() {
        return sum(lanes.stream().map(LaneRunner::run).toList());
    }

    /**
     * Does the same as {@link #run()} for one scope. Tasks of kinds that run after the others begin when those are
     * done.
     */
    public Future<Integer> run(Scope scope) {
        return run(scope, false).compose(first -> run(scope, true).map(then -> first + then));
    }

    private Future<Integer> run(Scope scope, boolean afterOthers) {
        List<TaskKind> kinds = handlers.kinds().stream()
                .filter(kind -> kind.afterOthers() == afterOthers)
                .toList();
        List<Future<Integer>> counts = new ArrayList<>();
        for (LaneRunner<Task> lane : lanes) {
            counts.add(claim(scope, lane.lane(), lane.lane().perRun(), kinds)
                    .compose(claimed -> Future.join(
                                    claimed.stream().map(this::perform).toList())
                            .map(done -> claimed.size())));
        }
        return sum(counts);
    }

    /** Returns whether no task of a scope is due, and none is being worked on, here or on another node. */
    public Future<Boolean> isIdle(Scope scope) {
        return time.now(scope)
                .compose(now -> store.isIdle(scope, now, time.clock().now()));
    }

    /** Returns when the next task of a scope is due that is not due yet; null if there is none. */
    public Future<@Nullable Instant> nextDue(Scope scope) {
        return time.now(scope).compose(now -> store.nextDue(scope, now));
    }

    private static Future<Integer> sum(List<Future<Integer>> counts) {
        return Future.join(counts)
                .map(done -> counts.stream().mapToInt(Future::result).sum());
    }

    private Future<List<Task>> claim(Scope scope, Lane lane, int count, List<TaskKind> kinds) {
        return time.now(scope)
                .compose(now -> store.claim(scope, lane, now, time.clock().now(), count, kinds));
    }

    private Future<Void> perform(Task task) {
        return Future.succeededFuture(handlers.find(task.kind().name()))
                .compose(registration -> registration.handler().run(task))
                .compose(reschedule -> reschedule == null ? store.delete(task) : later(task, reschedule))
                .recover(failure -> failed(task, failure).otherwiseEmpty());
    }

    private Backoff backoff(Task task) {
        return new Backoff(FIRST_PAUSE, task.kind().pauseMax(), jitter);
    }

    /** Reschedules a task, at the earliest after a back-off that grows with each attempt. */
    private Future<Void> later(Task task, Instant at) {
        return time.now(task.scope()).compose(now -> {
            Instant soonest = now.plus(backoff(task).pause(task.attempts()));
            return store.reschedule(task, at.isAfter(soonest) ? at : soonest);
        });
    }

    /** Reschedules a failed task after {@code Retry-After}, with jitter. Gives up one that has failed for days. */
    private Future<Void> failed(Task task, Throwable failure) {
        String reason = String.valueOf(failure.getMessage());
        Duration pause = backoff(task).pauseWithJitter(task.attempts());
        Duration retryAfter = failure instanceof RetryAfter known ? known.retryAfter() : Duration.ZERO;
        return time.now(task.scope())
                .compose(now -> store.fail(
                        task, now.plus(retryAfter).plus(pause), time.clock().now(), reason))
                .onComplete(over -> LOG.warn(
                        "{} {} for {} of seller {}: {}",
                        over.succeeded() && over.result() ? "Giving up" : "Rescheduling",
                        task.kind(),
                        task.subjectId(),
                        task.scope().sellerId(),
                        reason))
                .mapEmpty();
    }
}
