package io.tollgate.event;

import io.tollgate.write.WriteContext;
import io.vertx.core.Future;
import io.vertx.sqlclient.Tuple;

/**
 * Keeps a currency from being changed while somebody books in it. Bookings do not wait for one another here, nor do
 * they wait for other changes of the event; a change of its currency waits for those at work, and they for it.
 */
public final class EventCurrency {
    private static final String NAME = "(hashtextextended('currency of ' || $1 || ' ' || $2, 0))";
    private static final String KEEP = "SELECT pg_advisory_xact_lock_shared" + NAME;
    private static final String CHANGE = "SELECT pg_advisory_xact_lock" + NAME;

    private EventCurrency() {}

    /** Until the end of the write, the event's currency is what it is read as from now on. */
    public static Future<Void> keep(WriteContext write, String eventId) {
        return lock(write, KEEP, eventId);
    }

    /** Until the end of the write, nobody books; who did before is seen. To be called before anything is held. */
    static Future<Void> change(WriteContext write, String eventId) {
        return lock(write, CHANGE, eventId);
    }

    private static Future<Void> lock(WriteContext write, String sql, String eventId) {
        return write.transaction()
                .preparedQuery(sql)
                .execute(Tuple.of(write.scope().sellerId(), eventId))
                .mapEmpty();
    }
}
