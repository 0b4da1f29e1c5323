package io.tollgate.db;

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
 * Bounds the transactions of each seller that use the connections of one event loop, so that one seller cannot use all
 * of them. Further transactions wait, as many as the bound of the seller's queue allows.
 */
final class SellerShares {
    /** After so many times the patience of its caller, a transaction no longer counts: its connection is lost. */
    private static final long LEASES = 4;

    private final int runningMax;
    private final int waitingMax;
    private final long patienceMillis;
    private final Vertx vertx;
    private final Map<String, Share> shares = new HashMap<>();

    /**
     * @param runningMax transactions of one seller that run at a time
     * @param waitingMax transactions of one seller that wait for those
     * @param patienceMillis how long the caller waits: a transaction whose turn comes later is not begun
     */
    SellerShares(Vertx vertx, int runningMax, int waitingMax, int patienceMillis) {
        this.runningMax = runningMax;
        this.waitingMax = waitingMax;
        this.patienceMillis = patienceMillis;
        this.vertx = vertx;
    }

    /** A percentage of a pool's connections, and of the places to wait for one; at least one of each. */
    static SellerShares of(Vertx vertx, DatabaseSettings settings) {
        int percent = settings.sellerSharePercent();
        return new SellerShares(
                vertx,
                Math.max(1, settings.transactionPool() * percent / 100),
                Math.max(1, settings.queueMax() * percent / 100),
                settings.queryTimeoutMillis());
    }

    private static final class Share {
        private final Queue<Turn> waiting = new ArrayDeque<>();
        private int running;
    }

    private record Turn(Context context, Promise<Void> promise, long until) {}

    /** Whether one more transaction of a seller may run or wait. */
    synchronized boolean hasRoom(String sellerId) {
        Share share = shares.get(sellerId);
        return share == null || share.running < runningMax || share.waiting.size() < waitingMax;
    }

    /** What a caller is told for whom there is no room. */
    static <T> Future<T> rejected(String sellerId) {
        return Future.failedFuture(
                new ConnectionPoolTooBusyException("too many writes of seller " + sellerId + " are waiting"));
    }

    /** Runs a transaction when it is the seller's turn. */
    <T> Future<T> run(String sellerId, Supplier<Future<T>> work) {
        return turn(sellerId).compose(begun -> {
            AtomicBoolean released = new AtomicBoolean();
            Runnable release = () -> {
                if (released.compareAndSet(false, true)) {
                    release(sellerId);
                }
            };
            long lease = vertx.setTimer(LEASES * patienceMillis, lost -> release.run());
            return work.get().onComplete(ended -> {
                vertx.cancelTimer(lease);
                release.run();
            });
        });
    }

    private synchronized Future<Void> turn(String sellerId) {
        Share share = shares.computeIfAbsent(sellerId, none -> new Share());
        if (share.running < runningMax) {
            share.running++;
            return Future.succeededFuture();
        }
        Turn turn = new Turn(
                vertx.getOrCreateContext(),
                Promise.promise(),
                System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(patienceMillis));
        share.waiting.add(turn);
        return turn.promise().future();
    }

    /** Passes the place on to the next that still waits. */
    private void release(String sellerId) {
        for (Turn next = next(sellerId); next != null; next = next(sellerId)) {
            if (next.until() - System.nanoTime() > 0) {
                Turn turn = next;
                turn.context().runOnContext(now -> turn.promise().complete());
                return;
            }
            next.promise().fail(new TimeoutException("its turn came too late"));
        }
    }

    private synchronized @Nullable Turn next(String sellerId) {
        Share share = shares.get(sellerId);
        Turn next = share == null ? null : share.waiting.poll();
        if (share != null && next == null && --share.running == 0) {
            shares.remove(sellerId);
        }
        return next;
    }
}
