package io.tollgate.catalog.event;

import io.tollgate.platform.write.WriteContext;
import io.vertx.core.Future;
import io.vertx.sqlclient.Tuple;

/**
 * An advisory lock on the currency of an event: shared for bookings, exclusive for a change of the currency. Bookings
 * of one event therefore run concurrently, but not while its currency changes.
 */
public final class EventCurrencyLock {
    private static final String NAME = "(hashtextextended('currency of ' || $1 || ' ' || $2, 0))";
    private static final String SHARED = "SELECT pg_advisory_xact_lock_shared" + NAME;
    private static final String EXCLUSIVE = "SELECT pg_advisory_xact_lock" + NAME;

    private EventCurrencyLock() {}

    /** Prevents changes of the currency until the end of the write. */
    public static Future<Void> lockShared(WriteContext write, String eventId) {
        return lock(write, SHARED, eventId);
    }

    /**
     * Prevents bookings of the event until the end of the write, after waiting for bookings in progress. Must be the
     * first lock of the write.
     */
    static Future<Void> lockExclusive(WriteContext write, String eventId) {
        return lock(write, EXCLUSIVE, eventId);
    }

    private static Future<Void> lock(WriteContext write, String sql, String eventId) {
        return write.transaction()
                .preparedQuery(sql)
                .execute(Tuple.of(write.scope().sellerId(), eventId))
                .mapEmpty();
    }
}
