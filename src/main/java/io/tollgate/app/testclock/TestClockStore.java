package io.tollgate.app.testclock;

import io.tollgate.platform.db.Database;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.write.WriteContext;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The statements on test clocks. Only one move of a clock runs at a time: it holds a lease, which it renews. */
final class TestClockStore {
    /** After this time without a step, a move is abandoned. */
    private static final Duration LEASE = Duration.ofSeconds(30);

    private static final String CREATE = """
            INSERT INTO test_clock (seller_id, updated_at) VALUES ($1, $2) ON CONFLICT (seller_id) DO NOTHING
            """;
    private static final String LOCK =
            "SELECT offset_millis, moving_until, target FROM test_clock WHERE seller_id = $1 FOR UPDATE";
    private static final String OFFSET = "SELECT offset_millis FROM test_clock WHERE seller_id = $1";
    private static final String BEGIN =
            "UPDATE test_clock SET move_id = $2, moving_until = $3, updated_at = $4, target = $5 WHERE seller_id = $1";
    private static final String FORGET = "DELETE FROM test_clock_event WHERE seller_id = $1";

    /** The clock never moves back, also if the real time does. */
    private static final String MOVE = """
            UPDATE test_clock SET offset_millis = greatest(offset_millis, $3), moving_until = $4, updated_at = $5
            WHERE seller_id = $1 AND move_id = $2
            """;

    private static final String END = """
            UPDATE test_clock SET move_id = NULL, moving_until = NULL, updated_at = $3,
                target = CASE WHEN $4::boolean THEN NULL ELSE target END
            WHERE seller_id = $1 AND move_id = $2
            """;
    private static final String EVENTS = """
            SELECT type, record_id, happened_at, count(*) OVER () FROM test_clock_event
            WHERE seller_id = $1 ORDER BY happened_at, number LIMIT $2
            """;

    private TestClockStore() {}

    /** Something that happened while the clock moved. */
    record Event(String type, String recordId, Instant at) {}

    /** @param target of the last move if it was not complete, and null otherwise */
    record Locked(Duration offset, @Nullable Instant target) {}

    /** @param events the first ones */
    record Events(List<Event> events, long count) {}

    /**
     * Locks the clock.
     *
     * @throws ApiError 409 if a move is running
     */
    static Future<Locked> lock(WriteContext write) {
        String sellerId = write.scope().sellerId();
        return write.transaction()
                .preparedQuery(CREATE)
                .execute(Tuple.of(sellerId, at(write.realTime())))
                .compose(created -> write.transaction().preparedQuery(LOCK).execute(Tuple.of(sellerId)))
                .map(rows -> {
                    Row row = rows.iterator().next();
                    @Nullable OffsetDateTime until = row.getOffsetDateTime(1);
                    if (until != null && until.toInstant().isAfter(write.realTime())) {
                        throw ApiError.busy(
                                "test_clock_moving",
                                "Another request is moving the test clock. Try again when it has ended.");
                    }
                    @Nullable OffsetDateTime target = row.getOffsetDateTime(2);
                    return new Locked(Duration.ofMillis(row.getLong(0)), target == null ? null : target.toInstant());
                });
    }

    /** Returns the offset of a clock; zero if it was never moved. */
    static Future<Duration> offset(Database database, String sellerId) {
        return database.get(OFFSET, Tuple.of(sellerId)).map(TestClockStore::offset);
    }

    static Future<Duration> offset(SqlConnection transaction, String sellerId) {
        return transaction.preparedQuery(OFFSET).execute(Tuple.of(sellerId)).map(TestClockStore::offset);
    }

    private static Duration offset(RowSet<Row> rows) {
        for (Row row : rows) {
            return Duration.ofMillis(row.getLong(0));
        }
        return Duration.ZERO;
    }

    /** Begins a move of the locked clock and deletes the events of the former one. */
    static Future<Void> begin(WriteContext write, TestClockMove.Begun move) {
        String sellerId = write.scope().sellerId();
        Instant now = write.realTime();
        return write.transaction()
                .preparedQuery(BEGIN)
                .execute(Tuple.of(sellerId, move.id(), at(now.plus(LEASE)), at(now), at(move.target())))
                .compose(begun -> write.transaction().preparedQuery(FORGET).execute(Tuple.of(sellerId)))
                .mapEmpty();
    }

    /**
     * Moves the clock by a step, or keeps it if it is ahead, and renews the lease.
     *
     * @param real the real time
     * @throws ApiError 503 if the move was abandoned and another one has begun
     */
    static Future<Void> move(SqlConnection transaction, String sellerId, String moveId, Duration offset, Instant real) {
        return transaction
                .preparedQuery(MOVE)
                .execute(Tuple.of(sellerId, moveId, offset.toMillis(), at(real.plus(LEASE)), at(real)))
                .map(rows -> {
                    if (rows.rowCount() != 1) {
                        throw ApiError.unavailable();
                    }
                    return null;
                });
    }

    /** @param complete whether no due work is left */
    static Future<Void> end(SqlConnection transaction, String sellerId, String moveId, Instant real, boolean complete) {
        return transaction
                .preparedQuery(END)
                .execute(Tuple.of(sellerId, moveId, at(real), complete))
                .mapEmpty();
    }

    /** Returns the first events of the move, oldest first. */
    static Future<Events> events(SqlConnection transaction, String sellerId, int max) {
        return transaction
                .preparedQuery(EVENTS)
                .execute(Tuple.of(sellerId, max))
                .map(TestClockStore::events);
    }

    private static Events events(RowSet<Row> rows) {
        List<Event> events = new ArrayList<>();
        long count = 0;
        for (Row row : rows) {
            events.add(new Event(
                    row.getString(0), row.getString(1), row.getOffsetDateTime(2).toInstant()));
            count = row.getLong(3);
        }
        return new Events(events, count);
    }

    private static OffsetDateTime at(Instant time) {
        return time.atOffset(ZoneOffset.UTC);
    }
}
