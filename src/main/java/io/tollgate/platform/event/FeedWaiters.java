package io.tollgate.platform.event;

import io.tollgate.platform.db.Database;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.event.EventSignals.Head;
import io.tollgate.platform.resource.Scope;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;

/**
 * Requests of one event loop that wait for the next event. Events that this process numbers wake them at once; those of
 * other processes are found by one statement for all waiting sellers.
 */
final class FeedWaiters {
    private static final int POLL_MILLIS = 250;
    private static final int WAITING_MAX = 10_000;
    private static final String HEADS = "SELECT seller_id, livemode, last FROM event_head WHERE seller_id = ANY ($1)";

    private final Vertx vertx;
    private final Context context;
    private final Database database;
    private final BooleanSupplier draining;
    private final Map<Scope, Set<Waiter>> waiting = new HashMap<>();
    private int count;
    private boolean polling;

    /** A request that waits for an event behind a position. */
    private final class Waiter {
        private final Scope scope;
        private final long after;
        private final Promise<Void> woken = Promise.promise();
        private long timer;

        Waiter(Scope scope, long after) {
            this.scope = scope;
            this.after = after;
        }

        void wake() {
            Set<Waiter> same = waiting.get(scope);
            if (same != null && same.remove(this)) {
                count--;
                if (same.isEmpty()) {
                    waiting.remove(scope);
                }
                vertx.cancelTimer(timer);
                woken.complete();
            }
        }
    }

    /**
     * Call on the event loop whose requests wait.
     *
     * @param draining whether the server shuts down, so that nothing may wait any longer
     */
    FeedWaiters(Vertx vertx, Database database, EventSignals signals, BooleanSupplier draining) {
        this.vertx = vertx;
        this.context = vertx.getOrCreateContext();
        this.database = database;
        this.draining = draining;
        signals.onNumbered(heads -> context.runOnContext(now -> heads.forEach(this::wake)));
    }

    /**
     * A wait that has begun.
     *
     * @param ended completes when an event may have been added behind the position, and at the end of the time
     * @param cancel ends the wait
     */
    record Wait(Future<Void> ended, Runnable cancel) {}

    /** @throws ApiError 503 if too many requests wait */
    Wait await(Scope scope, long after, Duration atMost) {
        if (count >= WAITING_MAX) {
            throw ApiError.unavailable();
        }
        Waiter waiter = new Waiter(scope, after);
        waiting.computeIfAbsent(scope, each -> new LinkedHashSet<>()).add(waiter);
        count++;
        waiter.timer = vertx.setTimer(Math.max(1, atMost.toMillis()), late -> waiter.wake());
        if (!polling) {
            polling = true;
            poll();
        }
        return new Wait(waiter.woken.future(), waiter::wake);
    }

    boolean isDraining() {
        return draining.getAsBoolean();
    }

    private void wake(Head head) {
        Set<Waiter> same = waiting.get(head.scope());
        if (same != null) {
            List.copyOf(same).stream()
                    .filter(waiter -> waiter.after < head.last())
                    .forEach(Waiter::wake);
        }
    }

    private void poll() {
        if (draining.getAsBoolean()) {
            List.copyOf(waiting.values()).forEach(same -> List.copyOf(same).forEach(Waiter::wake));
        }
        if (waiting.isEmpty()) {
            polling = false;
            return;
        }
        String[] sellers =
                waiting.keySet().stream().map(Scope::sellerId).distinct().toArray(String[]::new);
        database.get(HEADS, Tuple.tuple().addArrayOfString(sellers)).onComplete(read -> {
            if (read.succeeded()) {
                heads(read.result()).forEach(this::wake);
            }
            vertx.setTimer(POLL_MILLIS, again -> poll());
        });
    }

    private static List<Head> heads(RowSet<Row> rows) {
        List<Head> heads = new ArrayList<>();
        for (Row row : rows) {
            heads.add(new Head(new Scope(row.getString(0), row.getBoolean(1)), row.getLong(2)));
        }
        return heads;
    }
}
