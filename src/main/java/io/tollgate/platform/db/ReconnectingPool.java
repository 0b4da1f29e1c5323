package io.tollgate.platform.db;

import io.vertx.circuitbreaker.OpenCircuitException;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxException;
import io.vertx.pgclient.PgException;
import io.vertx.sqlclient.ClosedConnectionException;
import io.vertx.sqlclient.SqlClient;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A pool that is replaced when its connections are dead. A connection whose route was cut silently, for example by a
 * firewall that dropped its state, neither responds nor closes, and the pool would wait for it forever.
 *
 * <p>A single timeout is no proof: the statement may be slow or may have waited for a connection. The pool is dead if
 * it has received nothing since the statement began, because the database itself ends slow statements earlier.
 */
final class ReconnectingPool<C extends SqlClient> {
    private static final Logger LOG = LoggerFactory.getLogger(ReconnectingPool.class);
    private static final long REPLACEMENT_INTERVAL_NANOS = Duration.ofSeconds(2).toNanos();

    private static final int RECHECK_MILLIS = 250;
    private static final int RETRY_MILLIS = 10;

    private final Vertx vertx;
    private final String name;
    private final Supplier<C> factory;
    private volatile C client;
    private volatile long receivedAt = System.nanoTime();
    private volatile long replacedAt = System.nanoTime();

    ReconnectingPool(Vertx vertx, String name, Supplier<C> factory) {
        this.vertx = vertx;
        this.name = name;
        this.factory = factory;
        this.client = factory.get();
    }

    /** Runs a statement on a connection of the pool. */
    <T> Future<T> run(Function<C, Future<T>> statement) {
        return statement.apply(client).onComplete(result -> {
            if (result.succeeded() || result.cause() instanceof PgException) {
                receivedAt = System.nanoTime();
            }
        });
    }

    /**
     * Runs a statement and retries it once if the connection was lost, for example by a restart of the database.
     * Retries after a short delay; until the pool notices the loss, it would use the same connection.
     *
     * @param hadNoEffect returns whether the lost attempt had no effect
     */
    <T> Future<T> runWithRetry(Function<C, Future<T>> statement, BooleanSupplier hadNoEffect) {
        return run(statement)
                .recover(failure -> Outage.isLostConnection(failure) && hadNoEffect.getAsBoolean()
                        ? vertx.timer(RETRY_MILLIS).compose(noticed -> run(statement))
                        : Future.failedFuture(failure));
    }

    /** Returns whether any connection of the pool received data in the last {@code nanos} nanoseconds. */
    boolean hasReceivedWithin(long nanos) {
        return System.nanoTime() - receivedAt < nanos;
    }

    /**
     * Replaces the pool if a statement failed without a response and no connection has received data since that
     * statement began.
     *
     * @param asked when the statement began, by {@link System#nanoTime}
     * @param replaced runs after the pool is replaced
     */
    void failed(Throwable failure, long asked, Runnable replaced) {
        boolean unanswered = failure instanceof TimeoutException
                || (failure instanceof VertxException
                        && !(failure instanceof OpenCircuitException)
                        && !(failure instanceof ClosedConnectionException));
        if (unanswered && receivedAt - asked < 0) {
            vertx.setTimer(RECHECK_MILLIS, look -> replace(asked, replaced));
        }
    }

    /** Replaces the pool unless data has arrived meanwhile: this process itself may have been paused. */
    private void replace(long asked, Runnable replaced) {
        synchronized (this) {
            long now = System.nanoTime();
            if (receivedAt - asked >= 0 || now - replacedAt <= REPLACEMENT_INTERVAL_NANOS) {
                return;
            }
            LOG.warn("The connections for {} receive nothing; replacing them", name);
            replacedAt = now;
            C dead = client;
            client = factory.get();
            dead.close();
        }
        replaced.run();
    }

    void close() {
        client.close();
    }
}
