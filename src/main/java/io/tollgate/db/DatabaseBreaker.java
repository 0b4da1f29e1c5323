package io.tollgate.db;

import io.vertx.circuitbreaker.OpenCircuitException;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * A circuit breaker for the statements of one kind. It opens after several failures in a row, and then rejects
 * statements at once. While it is open, it sends a probe of its own at each reset interval, and closes when one
 * succeeds. It also opens if the database sends nothing at all for longer than a statement may take, since a few
 * clients, or many that share one statement, would need many seconds for several failures in a row.
 *
 * <p>The breaker of Vert.x uses the next statement as its probe and rejects all others meanwhile. So work in the
 * background could be the probe, and the first request after an outage be rejected.
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
     * @param probe asks the database something over the first of the pools
     * @param pools a wait that was too long counts as a failure only if nothing was received over any of them
     */
    DatabaseBreaker(
            Vertx vertx, DatabaseSettings settings, Supplier<Future<Void>> probe, ReconnectingPool<?>... pools) {
        this.vertx = vertx;
        this.settings = settings;
        this.probe = probe;
        this.pools = pools.clone();
    }

    /** Runs a statement with a deadline; fails with {@link OpenCircuitException} while the breaker is open. */
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
        Promise<T> answer = Promise.promise();
        long timer = vertx.setTimer(
                settings.queryTimeoutMillis(),
                late -> answer.tryFail(new TimeoutException("the database did not answer in time")));
        work.get()
                .onComplete(
                        result -> {
                            vertx.cancelTimer(timer);
                            answer.tryComplete(result);
                        },
                        failure -> {
                            vertx.cancelTimer(timer);
                            answer.tryFail(failure);
                        });
        return answer.future().onFailure(failure -> pool.failed(failure, begun, this::silent));
    }

    private boolean isOutage(Throwable failure) {
        return Outage.isOfAll(failure) && !(Outage.isWait(failure) && hasAnyAnswered());
    }

    /** Whether the database has sent anything lately. */
    private boolean hasAnyAnswered() {
        long wait = TimeUnit.MILLISECONDS.toNanos(settings.connectTimeoutMillis());
        return Stream.of(pools).anyMatch(pool -> pool.hasAnsweredWithin(wait));
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
     * Opens after a pool was replaced because it received nothing, and sends a probe at once: if only the old
     * connections were dead, the breaker closes as soon as a new one is there.
     */
    private void silent() {
        synchronized (this) {
            if (open || stopped || hasAnyAnswered()) {
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

    /** Sends a probe now if the breaker is open, and closes it if the database answers; fails if it does not. */
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

    /** Sends no more probes. */
    synchronized void close() {
        stopped = true;
    }
}
