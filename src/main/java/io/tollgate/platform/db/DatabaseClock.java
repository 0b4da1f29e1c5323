package io.tollgate.platform.db;

import io.tollgate.platform.clock.Clock;
import io.vertx.core.Future;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The database's time, which is the same for all instances. It is read periodically and advanced between readings by
 * the monotonic clock. Until the first reading it is the system time.
 */
public final class DatabaseClock implements Clock {
    private static final Logger LOG = LoggerFactory.getLogger(DatabaseClock.class);
    private static final String QUERY = "SELECT clock_timestamp()";
    private static final Duration LOGGED_DIFFERENCE = Duration.ofSeconds(10);

    private final Database database;
    private volatile ClockReading last = new ClockReading(Clock.SYSTEM.now(), System.nanoTime());

    /** A time and the {@link System#nanoTime} at which it was read. */
    private record ClockReading(Instant time, long at) {
        Instant on(long now) {
            return time.plusNanos(now - at);
        }
    }

    public DatabaseClock(Database database) {
        this.database = database;
    }

    @Override
    public Instant now() {
        return last.on(System.nanoTime()).truncatedTo(ChronoUnit.MILLIS);
    }

    /** Reads the database's time. If the query fails, the clock continues from the previous reading. */
    public Future<Void> refresh() {
        long asked = System.nanoTime();
        return database.get(QUERY, Tuple.tuple())
                .onSuccess(
                        rows -> read(rows.iterator().next().getOffsetDateTime(0).toInstant(), asked))
                .onFailure(failure -> LOG.debug("Reading the clock of the database failed", failure))
                .<Void>mapEmpty()
                .otherwiseEmpty();
    }

    /**
     * Applies a reading. It was taken between query and response, so a smaller difference than the round trip is
     * ignored.
     */
    private void read(Instant time, long asked) {
        long received = System.nanoTime();
        Duration took = Duration.ofNanos(received - asked);
        Instant middle = time.plus(took.dividedBy(2));
        Duration difference = Duration.between(last.on(received), middle);
        if (difference.abs().compareTo(took) <= 0) {
            return;
        }
        if (difference.abs().compareTo(LOGGED_DIFFERENCE) > 0) {
            LOG.warn("The clock of the database jumped by {} s", difference.toSeconds());
        }
        last = new ClockReading(middle, received);
    }
}
