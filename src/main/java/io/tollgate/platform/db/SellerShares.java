package io.tollgate.platform.db;

import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.http.ConnectionPoolTooBusyException;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Limits the concurrent transactions of each seller on one event loop, so that one seller cannot use all connections.
 * Further transactions wait in the seller's bounded queue.
 */
final class SellerShares {
    /** After this multiple of the timeout, a transaction no longer counts, because its connection is lost. */
    private static final long LEASES = 4;

    private final int runningMax;
    private final int waitingMax;
    private final long timeoutMillis;
    private final Vertx vertx;
    private final Map<String, Share> shares = new HashMap<>();

    /**
     * @param runningMax maximum number of running transactions of a seller
     * @param waitingMax maximum number of waiting transactions of a seller
     * @param timeoutMillis how long the caller waits; later, a waiting transaction is not started
     */
    SellerShares(Vertx vertx, int runningMax, int waitingMax, int timeoutMillis) {
        this.runningMax = runningMax;
        this.waitingMax = waitingMax;
        this.timeoutMillis = timeoutMillis;
        this.vertx = vertx;
    }

    /** Creates shares by a percentage of the pool and of its queue, with at least one place each. */
    static SellerShares of(Vertx vertx, DatabaseSettings settings) {
        int percent = settings.sellerSharePercent();
        return new SellerShares(
                vertx,
                Math.max(1, settings.transactionPool() * percent / 100),
                Math.max(1, settings.queueMax() * percent / 100),
                settings.queryTimeoutMillis());
    }

    private static final class Share {
        private final Queue<Waiter> waiting = new ArrayDeque<>();
        private int running;
    }

    private record Waiter(Context context, Promise<Void> promise, long until) {}

    /** Returns whether one more transaction of a seller may run or wait. */
    synchronized boolean hasRoom(String sellerId) {
        Share share = shares.get(sellerId);
        return share == null || share.running < runningMax || share.waiting.size() < waitingMax;
    }

    /** Returns the failure for a transaction when the seller's queue is full. */
    static <T> Future<T> rejected(String sellerId) {
        return Future.failedFuture(
                new ConnectionPoolTooBusyException("too many writes of seller " + sellerId + " are waiting"));
    }

    /** Runs a transaction as soon as the seller has a free place. */
    <T> Future<T> run(String sellerId, Supplier<Future<T>> work) {
        return enter(sellerId).compose(begun -> {
            AtomicBoolean released = new AtomicBoolean();
            Runnable release = () -> {
                if (released.compareAndSet(false, true)) {
                    release(sellerId);
                }
            };
            long lease = vertx.setTimer(LEASES * timeoutMillis, lost -> release.run());
            return work.get().onComplete(ended -> {
                vertx.cancelTimer(lease);
                release.run();
            });
        });
    }

    private synchronized Future<Void> enter(String sellerId) {
        Share share = shares.computeIfAbsent(sellerId, none -> new Share());
        if (share.running < runningMax) {
            share.running++;
            return Future.succeededFuture();
        }
        Waiter turn = new Waiter(
                vertx.getOrCreateContext(),
                Promise.promise(),
                System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMillis));
        share.waiting.add(turn);
        return turn.promise().future();
    }

    /** Gives the free place to the next transaction that has not timed out. */
    private void release(String sellerId) {
        for (Waiter next = next(sellerId); next != null; next = next(sellerId)) {
            if (next.until() - System.nanoTime() > 0) {
                Waiter turn = next;
                turn.context().runOnContext(now -> turn.promise().complete());
                return;
            }
            next.promise().fail(new TimeoutException("the transaction waited too long for a connection"));
        }
    }

    private synchronized @Nullable Waiter next(String sellerId) {
        Share share = shares.get(sellerId);
        Waiter next = share == null ? null : share.waiting.poll();
        if (share != null && next == null && --share.running == 0) {
            shares.remove(sellerId);
        }
        return next;
    }
}
