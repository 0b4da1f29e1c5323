package io.tollgate.platform.db;

import io.tollgate.platform.clock.Clock;
import io.tollgate.platform.resource.Scope;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Deletes the rows of a table that are kept for a limited time, seller by seller. */
public record RowExpiry(Database database, Clock clock, Rule rule) {
    private static final Logger LOG = LoggerFactory.getLogger(RowExpiry.class);
    private static final int PAUSE_MILLIS = 600_000;

    /** A statement that deleted as many rows as this runs again, so that statements may delete at most this many. */
    public static final int ROWS_MAX = 1_000;

    /**
     * @param rows what the rows are, for the log
     * @param delete the statement that deletes the rows of the seller {@code $1}, in both modes, from before {@code
     *     $2}: all of them, or at most {@link #ROWS_MAX} if they can be so many that a statement would take too long
     * @param kept how long a row is kept
     */
    public record Rule(String rows, String delete, Duration kept) {}

    /** Deletes expired rows now and at intervals. */
    public void start(Vertx vertx) {
        run();
        vertx.setPeriodic(PAUSE_MILLIS, timer -> run());
    }

    private void run() {
        expire().onFailure(failure -> LOG.warn("Deleting {} failed: {}", rule.rows(), String.valueOf(failure)));
    }

    /** Deletes all expired rows and returns their number. */
    public Future<Integer> expire() {
        return database.get("SELECT id FROM seller", Tuple.tuple()).compose(sellers -> {
            Future<Integer> deleted = Future.succeededFuture(0);
            for (Row seller : sellers) {
                String id = seller.getString(0);
                deleted = deleted.compose(sum -> expire(id).map(count -> sum + count));
            }
            return deleted;
        });
    }

    /** Deletes the expired rows of one seller and returns their number. */
    public Future<Integer> expire(String sellerId) {
        OffsetDateTime before = clock.now().minus(rule.kept()).atOffset(ZoneOffset.UTC);
        return database.write(
                        new Scope(sellerId, true),
                        transaction -> transaction
                                .preparedQuery(rule.delete())
                                .execute(Tuple.of(sellerId, before))
                                .map(rows -> rows.rowCount()))
                .compose(deleted -> deleted < ROWS_MAX
                        ? Future.succeededFuture(deleted)
                        : expire(sellerId).map(more -> deleted + more));
    }
}
