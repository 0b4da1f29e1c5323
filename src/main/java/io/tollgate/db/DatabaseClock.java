package io.tollgate.db;

import io.tollgate.clock.Clock;
import io.vertx.core.Future;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The time of the database, which is one for all instances, whatever their machines say. It is asked for now
 * and then, and in between carried on by the count of nanoseconds, which nobody sets. Until the first answer,
 * it is the time of the machine.
 */
public final class DatabaseClock implements Clock {
    private static final Logger LOG = LoggerFactory.getLogger(DatabaseClock.class);
    private static final String ASK = "SELECT clock_timestamp()";
    private static final Duration WORTH_TELLING = Duration.ofSeconds(10);

    private final Database database;
    private volatile Reading last = new Reading(Clock.SYSTEM.now(), System.nanoTime());

    /** A time, and when it was, by {@link System#nanoTime}. */
    private record Reading(Instant time, long at) {
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

    /** Asks the database; where it does not answer, the time goes on as before. */
    public Future<Void> ask() {
        long asked = System.nanoTime();
        return database.get(ASK, Tuple.tuple())
                .onSuccess(
                        rows -> read(rows.iterator().next().getOffsetDateTime(0).toInstant(), asked))
                .onFailure(failure -> LOG.debug("the database does not tell the time", failure))
                .<Void>mapEmpty()
                .otherwiseEmpty();
    }

    /** Told some time between the question and its answer: what differs by less is no difference. */
    private void read(Instant time, long asked) {
        long answered = System.nanoTime();
        Duration took = Duration.ofNanos(answered - asked);
        Instant middle = time.plus(took.dividedBy(2));
        Duration difference = Duration.between(last.on(answered), middle);
        if (difference.abs().compareTo(took) <= 0) {
            return;
        }
        if (difference.abs().compareTo(WORTH_TELLING) > 0) {
            LOG.warn("the clock of the database differs by {} s from the time so far", difference.toSeconds());
        }
        last = new Reading(middle, answered);
    }
}
