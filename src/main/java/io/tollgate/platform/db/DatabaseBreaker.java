package io.tollgate.platform.db;

import io.vertx.circuitbreaker.OpenCircuitException;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * A circuit breaker for one kind of statement. It opens after several consecutive failures and then rejects
 * statements at once. While it is open, it sends a probe at each reset interval and closes when a probe succeeds. It
 * also opens if the database sends nothing for longer than a statement may take, because a few clients would
 * otherwise need many seconds to reach the failure count.
 *
 * <p>The breaker of Vert.x uses the next statement as its probe and rejects all others meanwhile. Background work
 * could then be the probe, and the first request after an outage would be rejected.
 */
final class DatabaseBreaker {
    private final Vertx vertx;
    private final DatabaseSettings settings;
    private final Supplier<Future<Void>> probe;
    private final ReconnectingPool<?>[] pools;
    private int failures;
    private boolean open;
    private boolean scheduled;
    private boolean stopped;

    /**
     * @param probe queries the database over the first of the pools
     * @param pools a timeout counts as a failure only if none of these pools received anything
     */
    DatabaseBreaker(
            Vertx vertx, DatabaseSettings settings, Supplier<Future<Void>> probe, ReconnectingPool<?>... pools) {
        this.vertx = vertx;
        this.settings = settings;
        this.probe = probe;
        this.pools = pools.clone();
    }

    /** Runs a statement with a deadline. Fails with {@link OpenCircuitException} while the breaker is open. */
    <T> Future<T> execute(ReconnectingPool<?> pool, Supplier<Future<T>> work) {
        if (isOpen()) {
            return Future.failedFuture(OpenCircuitException.INSTANCE);
        }
        return timed(pool, work).onComplete(result -> {
            if (result.failed() && isOutage(result.cause())) {
                failed();
            } else {
                succeeded();
            }
        });
    }

    private <T> Future<T> timed(ReconnectingPool<?> pool, Supplier<Future<T>> work) {
        long begun = System.nanoTime();
        Promise<T> promise = Promise.promise();
        long timer = vertx.setTimer(
                settings.queryTimeoutMillis(),
                late -> promise.tryFail(new TimeoutException("the database did not respond in time")));
        work.get()
                .onComplete(
                        result -> {
                            vertx.cancelTimer(timer);
                            promise.tryComplete(result);
                        },
                        failure -> {
                            vertx.cancelTimer(timer);
                            promise.tryFail(failure);
                        });
        return promise.future().onFailure(failure -> pool.failed(failure, begun, this::openIfSilent));
    }

    private boolean isOutage(Throwable failure) {
        return Outage.isOfDatabase(failure) && !(Outage.isWait(failure) && hasReceivedAny());
    }

    /** Returns whether the database has sent anything recently. */
    private boolean hasReceivedAny() {
        long wait = TimeUnit.MILLISECONDS.toNanos(settings.connectTimeoutMillis());
        return Stream.of(pools).anyMatch(pool -> pool.hasReceivedWithin(wait));
    }

    private synchronized void succeeded() {
        if (!open) {
            failures = 0;
        }
    }

    private synchronized void failed() {
        failures++;
        if (!open && failures >= settings.breakerFailures()) {
            open = true;
            probeLater();
        }
    }

    /**
     * Opens after a pool was replaced because it received nothing, and probes at once. If only the old connections
     * were dead, the breaker closes as soon as a new one is established.
     */
    private void openIfSilent() {
        synchronized (this) {
            if (open || stopped || hasReceivedAny()) {
                return;
            }
            open = true;
        }
        probeNow();
    }

    private synchronized void probeLater() {
        if (!scheduled && !stopped) {
            scheduled = true;
            vertx.setTimer(settings.breakerResetMillis(), timer -> probeNow());
        }
    }

    private void probeNow() {
        synchronized (this) {
            scheduled = false;
        }
        if (isOpen()) {
            recover().onFailure(failure -> probeLater());
        }
    }

    /** Probes now if the breaker is open and closes it if the database responds; fails otherwise. */
    Future<Void> recover() {
        if (!isOpen()) {
            return Future.succeededFuture();
        }
        return timed(pools[0], probe)
                .transform(result -> result.succeeded() || !isOutage(result.cause())
                        ? closed()
                        : Future.failedFuture(result.cause()));
    }

    private synchronized Future<Void> closed() {
        open = false;
        failures = 0;
        return Future.succeededFuture();
    }

    synchronized boolean isOpen() {
        return open;
    }

    /** Stops probing. */
    synchronized void close() {
        stopped = true;
    }
}
