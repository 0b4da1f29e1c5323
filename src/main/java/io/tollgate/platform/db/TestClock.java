package io.tollgate.platform.db;

import io.tollgate.platform.clock.Clock;
import io.tollgate.platform.resource.Scope;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.OffsetDateTime;
import org.jspecify.annotations.Nullable;

/**
 * The time of each scope. Live mode has the real time. Test mode has the time of the seller's test clock, which is
 * ahead of the real time by a stored offset. The offset is read from the database each time, so that all instances
 * agree as soon as the clock has moved.
 */
public record TestClock(Database database, Clock clock) {
    /** The statement whose result {@link #reading} reads. */
    public static final String OFFSET = "SELECT offset_millis, moving_until FROM test_clock WHERE seller_id = $1";

    /**
     * The time of a scope.
     *
     * @param now the time of the scope
     * @param real the real time
     * @param moving whether the test clock is moving, so that what happens is noted for the response. A move whose
     *     lease has ended is abandoned: what happens later is not part of it
     */
    public record Reading(Instant now, Instant real, boolean moving) {}

    /** Returns the time of a scope. Reads the database for test mode only. */
    public Future<Instant> now(Scope scope) {
        return scope.live()
                ? Future.succeededFuture(clock.now())
                : database.get(OFFSET, Tuple.of(scope.sellerId()))
                        .map(rows -> reading(clock.now(), rows).now());
    }

    /** Returns the time of a scope as a transaction sees it. Reads the database for test mode only. */
    public static Future<Reading> in(SqlConnection transaction, Scope scope, Clock clock) {
        return scope.live()
                ? Future.succeededFuture(real(clock))
                : transaction
                        .preparedQuery(OFFSET)
                        .execute(Tuple.of(scope.sellerId()))
                        .map(rows -> reading(clock.now(), rows));
    }

    /** Returns the real time. */
    public static Reading real(Clock clock) {
        Instant now = clock.now();
        return new Reading(now, now, false);
    }

    /** Returns the time according to the result of {@link #OFFSET}. */
    public static Reading reading(Instant real, RowSet<Row> rows) {
        for (Row row : rows) {
            @Nullable OffsetDateTime until = row.getOffsetDateTime(1);
            boolean moving = until != null && until.toInstant().isAfter(real);
            return new Reading(real.plusMillis(row.getLong(0)), real, moving);
        }
        return new Reading(real, real, false);
    }
}
