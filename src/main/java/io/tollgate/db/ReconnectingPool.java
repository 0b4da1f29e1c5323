package io.tollgate.db;

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
 * A pool that is made anew where it has gone deaf. A connection whose way was cut without a word, as by a
 * firewall that forgot it, answers nothing and never ends, and its pool would wait for it for ever.
 *
 * <p>A statement without an answer in time is no proof: it may be slow, or have waited for a connection. A
 * pool in which nothing at all was answered since is deaf, for the database itself ends what is slow sooner.
 */
final class ReconnectingPool<C extends SqlClient> {
    private static final Logger LOG = LoggerFactory.getLogger(ReconnectingPool.class);
    private static final long PAUSE_NANOS = Duration.ofSeconds(2).toNanos();

    private static final int SECOND_LOOK_MILLIS = 250;
    private static final int NOTICED_MILLIS = 10;

    private final Vertx vertx;
    private final String name;
    private final Supplier<C> maker;
    private volatile C client;
    private volatile long answered = System.nanoTime();
    private volatile long renewed = System.nanoTime();

    ReconnectingPool(Vertx vertx, String name, Supplier<C> maker) {
        this.vertx = vertx;
        this.name = name;
        this.maker = maker;
        this.client = maker.get();
    }

    /** Asks something of the database, over a connection of the pool. */
    <T> Future<T> ask(Function<C, Future<T>> what) {
        return what.apply(client).onComplete(result -> {
            if (result.succeeded() || result.cause() instanceof PgException) {
                answered = System.nanoTime();
            }
        });
    }

    /**
     * Asks, and once more where the connection was lost, as in a restart of the database. Not at once: until the
     * pool has noticed, it would be asked over the same connection.
     *
     * @param nothingDone whether what was lost has left nothing behind
     */
    <T> Future<T> askTwice(Function<C, Future<T>> what, BooleanSupplier nothingDone) {
        return ask(what)
                .recover(failure -> Outage.isLostConnection(failure) && nothingDone.getAsBoolean()
                        ? vertx.timer(NOTICED_MILLIS).compose(noticed -> ask(what))
                        : Future.failedFuture(failure));
    }

    /** Whether anything was heard of the database over its connections in so many nanoseconds. */
    boolean hasAnsweredWithin(long nanos) {
        return System.nanoTime() - answered < nanos;
    }

    /**
     * Replaces the pool if a statement failed without an answer and the database has sent nothing over any of its
     * connections since that statement began.
     *
     * @param asked when the statement began, by {@link System#nanoTime}
     * @param replaced runs once the pool is replaced
     */
    void failed(Throwable failure, long asked, Runnable replaced) {
        boolean unanswered = failure instanceof TimeoutException
                || (failure instanceof VertxException
                        && !(failure instanceof OpenCircuitException)
                        && !(failure instanceof ClosedConnectionException));
        if (unanswered && answered - asked < 0) {
            vertx.setTimer(SECOND_LOOK_MILLIS, look -> renew(asked, replaced));
        }
    }

    /** Once what had arrived is read too: it may have been this program that stood still. */
    private void renew(long asked, Runnable replaced) {
        synchronized (this) {
            long now = System.nanoTime();
            if (answered - asked >= 0 || now - renewed <= PAUSE_NANOS) {
                return;
            }
            LOG.warn("The connections for {} receive nothing: replacing them", name);
            renewed = now;
            C deaf = client;
            client = maker.get();
            deaf.close();
        }
        replaced.run();
    }

    void close() {
        client.close();
    }
}
