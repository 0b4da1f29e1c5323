package io.tollgate.db;

import io.vertx.circuitbreaker.OpenCircuitException;
import io.vertx.circuitbreaker.TimeoutException;
import io.vertx.core.Future;
import io.vertx.core.VertxException;
import io.vertx.pgclient.PgException;
import io.vertx.sqlclient.ClosedConnectionException;
import io.vertx.sqlclient.SqlClient;
import java.time.Duration;
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
final class Renewable<C extends SqlClient> {
    private static final Logger LOG = LoggerFactory.getLogger(Renewable.class);
    private static final long PAUSE_NANOS = Duration.ofSeconds(2).toNanos();

    private final String name;
    private final Supplier<C> maker;
    private volatile C client;
    private volatile long answered = System.nanoTime();
    private volatile long renewed = System.nanoTime();

    Renewable(String name, Supplier<C> maker) {
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

    /** @param asked when a statement was begun that failed so, by {@link System#nanoTime} */
    synchronized void failed(Throwable failure, long asked) {
        boolean unanswered = failure instanceof TimeoutException
                || (failure instanceof VertxException
                        && !(failure instanceof OpenCircuitException)
                        && !(failure instanceof ClosedConnectionException));
        long now = System.nanoTime();
        if (unanswered && answered - asked < 0 && now - renewed > PAUSE_NANOS) {
            LOG.warn("nothing is heard over the connections for {}: they are given up for new ones", name);
            renewed = now;
            C deaf = client;
            client = maker.get();
            deaf.close();
        }
    }

    void close() {
        client.close();
    }
}
