package io.tollgate.processor;

import io.tollgate.processor.ProcessorFailure.Kind;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Queue;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Shares the workers and the queue of the processor among sellers. One seller occupies at most three quarters of
 * either, and sellers that wait take turns. So the calls of one seller delay those of others by one call at
 * most. Shared by all event loops.
 */
final class ProcessorShares {
    private static final Duration RETRY_AFTER = Duration.ofSeconds(2);

    private final Vertx vertx;
    private final int workers;
    private final int workersOfOne;
    private final int callsOfOne;
    private final int callsMax;
    private final Map<String, Integer> calls = new HashMap<>();
    private final Map<String, Integer> running = new HashMap<>();
    private final LinkedHashMap<String, Queue<Waiting>> queues = new LinkedHashMap<>();
    private int pending;
    private int busy;

    /** A call that waits for a worker. */
    private record Waiting(String sellerId, Promise<Boolean> turn) {}

    ProcessorShares(Vertx vertx, ProcessorSettings settings) {
        this.vertx = vertx;
        this.workers = settings.workers();
        this.workersOfOne = share(workers);
        this.callsMax = settings.callsMax();
        this.callsOfOne = workersOfOne + share(settings.queueMax());
    }

    private static int share(int all) {
        return Math.max(1, all * 3 / 4);
    }

    /** Counts a call of a seller, which may run several times. Returns false if too many run or wait. */
    synchronized boolean enter(String sellerId) {
        if (pending >= callsMax || calls.getOrDefault(sellerId, 0) >= callsOfOne) {
            return false;
        }
        pending++;
        calls.merge(sellerId, 1, Integer::sum);
        return true;
    }

    synchronized void leave(String sellerId) {
        pending--;
        decrement(calls, sellerId);
    }

    synchronized int pending() {
        return pending;
    }

    /**
     * Runs work when a worker is free for the seller.
     *
     * @param millis after which the call fails if none was free
     */
    <T> Future<T> run(String sellerId, long millis, Supplier<Future<T>> work) {
        return turn(sellerId, millis)
                .compose(started ->
                        Future.<T>future(done -> work.get().onComplete(done)).onComplete(done -> end(sellerId)));
    }

    private Future<Boolean> turn(String sellerId, long millis) {
        var context = vertx.getOrCreateContext();
        Waiting waiting;
        synchronized (this) {
            if (canRun(sellerId)) {
                start(sellerId);
                return Future.succeededFuture(true);
            }
            waiting = new Waiting(sellerId, Promise.promise());
            queues.computeIfAbsent(sellerId, any -> new ArrayDeque<>()).add(waiting);
        }
        long timer = vertx.setTimer(Math.max(1, millis), fired -> giveUp(waiting));
        Promise<Boolean> turn = Promise.promise();
        waiting.turn().future().onComplete(granted -> {
            vertx.cancelTimer(timer);
            context.runOnContext(nothing -> turn.handle(granted));
        });
        return turn.future();
    }

    private void giveUp(Waiting waiting) {
        boolean removed;
        synchronized (this) {
            Queue<Waiting> queue = queues.get(waiting.sellerId());
            if (queue == null) {
                return;
            }
            removed = queue.remove(waiting);
            if (removed && queue.isEmpty()) {
                queues.remove(waiting.sellerId());
            }
        }
        if (removed) {
            waiting.turn().fail(new ProcessorFailure(Kind.NOT_SENT, "no worker was free in time", RETRY_AFTER));
        }
    }

    private boolean canRun(String sellerId) {
        return busy < workers && running.getOrDefault(sellerId, 0) < workersOfOne;
    }

    private void start(String sellerId) {
        busy++;
        running.merge(sellerId, 1, Integer::sum);
    }

    private void end(String sellerId) {
        Waiting next;
        synchronized (this) {
            busy--;
            decrement(running, sellerId);
            next = next();
        }
        if (next != null) {
            next.turn().complete(true);
        }
    }

    /** Takes the next call of the seller who has waited longest since its last turn; null if none can run. */
    private @Nullable Waiting next() {
        for (String sellerId : queues.keySet()) {
            if (canRun(sellerId)) {
                Queue<Waiting> queue = queues.remove(sellerId);
                Waiting first = queue.remove();
                if (!queue.isEmpty()) {
                    queues.put(sellerId, queue);
                }
                start(sellerId);
                return first;
            }
        }
        return null;
    }

    private static void decrement(Map<String, Integer> counts, String sellerId) {
        counts.computeIfPresent(sellerId, (any, count) -> count == 1 ? null : count - 1);
    }
}
