package io.tollgate.app.testclock;

import io.tollgate.platform.clock.Clock;
import io.tollgate.platform.db.Database;
import io.tollgate.platform.db.TestClock;
import io.tollgate.platform.resource.Scope;
import io.tollgate.platform.task.TaskRunner;
import io.tollgate.platform.write.WriteExecutor;
import io.tollgate.sales.subscription.SubscriptionSync;
import io.tollgate.simulator.SimulatedAccountTime;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Lets the time of a seller's test mode pass. The clock moves from one due time to the next, and what is due is done
 * before the clock moves on, so that each renewal happens at its own time.
 */
public final class TimePassage {
    /** How often the move looks for what happens in real time: events of the simulated processor, work of others. */
    private static final int PAUSE_MILLIS = 100;

    /** Tasks that failed more often are tried again at the end only, so that an outage does not stop the clock. */
    private static final int ATTEMPTS_MAX = 5;

    private static final String NEXT_TASK = """
            SELECT due_at FROM processor_task
            WHERE seller_id = $1 AND livemode = $2 AND due_at > $3 AND attempts <= $4 AND failed_at IS NULL
            ORDER BY due_at LIMIT 1
            """;

    private final Vertx vertx;
    private final Database database;
    private final Clock clock;
    private final TestClock time;
    private final SimulatedAccountTime account;
    private final TaskRunner tasks;
    private final WriteExecutor writes;
    private final Duration patience;

    /** @param patience how long one move works at most */
    public TimePassage(
            Vertx vertx,
            Database database,
            Clock clock,
            SimulatedAccountTime account,
            TaskRunner tasks,
            Duration patience) {
        this.vertx = vertx;
        this.database = database;
        this.clock = clock;
        this.time = new TestClock(database, clock);
        this.account = account;
        this.tasks = tasks;
        this.writes = new WriteExecutor(database, clock);
        this.patience = patience;
    }

    /** A running move. */
    private record Move(Scope scope, String id, Instant target, long until) {}

    /**
     * Moves a clock to a time and does everything that is due until then.
     *
     * @return false if due work was left when the patience ended
     */
    Future<Boolean> pass(Scope scope, String moveId, Instant target) {
        Move move = new Move(scope, moveId, target, System.nanoTime() + patience.toNanos());
        return doDue(move)
                .compose(done -> repeat(() -> step(move)))
                .compose(arrived -> arrived ? repeat(() -> events(move)) : Future.succeededFuture(false));
    }

    /** Repeats a round until it returns a value. Needs no stack and no memory for each round. */
    private static Future<Boolean> repeat(Supplier<Future<@Nullable Boolean>> round) {
        Promise<Boolean> result = Promise.promise();
        repeat(round, result);
        return result.future();
    }

    private static void repeat(Supplier<Future<@Nullable Boolean>> round, Promise<Boolean> result) {
        round.get().onComplete(done -> {
            Boolean value = done.result();
            if (done.failed()) {
                result.fail(done.cause());
            } else if (value == null) {
                repeat(round, result);
            } else {
                result.complete(value);
            }
        });
    }

    private static boolean isLate(Move move) {
        return System.nanoTime() - move.until() > 0;
    }

    /** Moves on to the next due time, or to the target. Returns whether the target was reached; null to go on. */
    private Future<@Nullable Boolean> step(Move move) {
        if (isLate(move)) {
            return Future.<@Nullable Boolean>succeededFuture(false);
        }
        return nextDue(move).compose(next -> {
            boolean last = next == null || !next.isBefore(move.target());
            return moveTo(move, last || next == null ? move.target() : next)
                    .compose(moved -> doDue(move))
                    .map(done -> last ? true : null);
        });
    }

    private Future<@Nullable Instant> nextDue(Move move) {
        return time.now(move.scope()).compose(now -> {
            Future<@Nullable Instant> task = nextTask(move.scope(), now);
            return account.nextDue(move.scope(), now)
                    .compose(due -> task.map(
                            taskDue -> due == null || (taskDue != null && taskDue.isBefore(due)) ? taskDue : due));
        });
    }

    private Future<@Nullable Instant> nextTask(Scope scope, Instant now) {
        Tuple values = Tuple.of(scope.sellerId(), scope.live(), now.atOffset(ZoneOffset.UTC), ATTEMPTS_MAX);
        return database.get(NEXT_TASK, values).map(rows -> {
            for (Row row : rows) {
                return row.getOffsetDateTime(0).toInstant();
            }
            return null;
        });
    }

    private Future<Void> moveTo(Move move, Instant to) {
        // Times are stored in milliseconds, and due times may be more precise.
        return setOffset(move, Duration.between(clock.now(), to).plusMillis(1));
    }

    /** Sets the offset of the clock unless it is larger, and renews the lease of the move. */
    private Future<Void> setOffset(Move move, Duration offset) {
        return database.write(
                move.scope(),
                transaction ->
                        TestClockStore.move(transaction, move.scope().sellerId(), move.id(), offset, clock.now()));
    }

    /** Does what is due now, until nothing is, and waits for other nodes that began with some of it before the move. */
    private Future<?> doDue(Move move) {
        return repeat(() -> dueRound(move));
    }

    private Future<@Nullable Boolean> dueRound(Move move) {
        Scope scope = move.scope();
        return account.catchUp(scope)
                .compose(billed -> synchronize(scope, billed)
                        .compose(requested -> tasks.run(scope))
                        .compose(ran -> ran > 0 || !billed.isEmpty() ? goOn(move) : waitForOthers(move)));
    }

    private static Future<@Nullable Boolean> goOn(Move move) {
        return Future.succeededFuture(isLate(move) ? Boolean.TRUE : null);
    }

    /** Tasks that another node has claimed are not due, and yet not done. */
    private Future<@Nullable Boolean> waitForOthers(Move move) {
        return tasks.isIdle(move.scope()).compose(idle -> {
            if (idle || isLate(move)) {
                return Future.<@Nullable Boolean>succeededFuture(true);
            }
            return vertx.timer(PAUSE_MILLIS)
                    .compose(paused -> setOffset(move, Duration.ZERO))
                    .map(renewed -> null);
        });
    }

    /** Records what was charged without waiting for the events of the processor. */
    private Future<Void> synchronize(Scope scope, Set<String> billed) {
        Future<Void> all = Future.succeededFuture();
        for (String subscription : billed) {
            all = all.compose(before -> writes.run(scope, write -> SubscriptionSync.request(write, subscription))
                    .mapEmpty());
        }
        return all;
    }

    /**
     * Waits until the events of the processor have arrived, and applies them. Returns whether nothing is left; null to
     * go on.
     */
    private Future<@Nullable Boolean> events(Move move) {
        if (isLate(move)) {
            return Future.<@Nullable Boolean>succeededFuture(false);
        }
        return account.sendEvents(move.scope())
                .compose(sent -> account.hasUnsentEvents(move.scope()))
                .compose(unsent -> unsent ? vertx.timer(PAUSE_MILLIS).map(false) : tasks.isIdle(move.scope()))
                .compose(nothingLeft -> nothingLeft
                        ? Future.<@Nullable Boolean>succeededFuture(true)
                        : moveTo(move, move.target())
                                .compose(renewed -> doDue(move))
                                .map(done -> null));
    }
}
