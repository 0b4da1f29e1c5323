package io.tollgate.platform.webhook;

import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.event.LoggedEvent;
import io.tollgate.platform.records.TenantGuard;
import io.tollgate.platform.resource.Scope;
import io.tollgate.platform.write.WriteContext;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;

/**
 * Events of the log that are delivered again.
 *
 * @param more whether there are more than these
 */
record MissedEvents(List<LoggedEvent> events, boolean more) {
    /** Deliveries that one request adds. */
    static final int MAX = 500;

    private static final String ONE = "SELECT " + LoggedEvent.COLUMNS + " FROM event e " + LoggedEvent.JOIN
            + " WHERE e.seller_id = $1 AND e.livemode = $2 AND e.id = $3";

    /** Ids of events begin with their seconds, so that the index of the ids finds those since a time. */
    private static final String SINCE = "SELECT " + LoggedEvent.COLUMNS + " FROM webhook w"
            + " JOIN webhook_position p ON p.seller_id = w.seller_id AND p.webhook_id = w.id AND p.livemode = $2"
            + " JOIN event e ON e.seller_id = w.seller_id AND e.livemode = p.livemode AND e.position <= p.position"
            + " AND e.id >= $4 AND e.created_at >= $5 AND e.type = ANY (w.event)"
            + " AND (w.document ->> 'pageId' IS NULL OR e.page_id = w.document ->> 'pageId') "
            + LoggedEvent.JOIN + " WHERE w.seller_id = $1 AND w.id = $3 AND NOT EXISTS ("
            + "SELECT FROM webhook_delivery d WHERE d.seller_id = w.seller_id AND d.webhook_id = w.id"
            + " AND d.event_id = e.id AND d.state <> 'FAILED') ORDER BY e.position LIMIT "
            + (MAX + 1);

    /** Returns one event. Fails with 404 if it is no longer kept. */
    static Future<LoggedEvent> event(WriteContext write, String id) {
        Scope scope = write.scope();
        return write.transaction()
                .preparedQuery(ONE)
                .execute(Tuple.of(scope.sellerId(), scope.live(), id))
                .map(rows -> {
                    for (Row row : rows) {
                        TenantGuard.requireTenant(scope, row);
                        return LoggedEvent.of(row, 0);
                    }
                    throw ApiError.notFound("Event");
                });
    }

    /** Returns the events since a time that a webhook wants and has not received, the oldest first. */
    static Future<MissedEvents> since(WriteContext write, String webhookId, Instant since) {
        Scope scope = write.scope();
        Tuple values = Tuple.of(scope.sellerId(), scope.live(), webhookId)
                .addString("%08x".formatted(since.getEpochSecond()))
                .addOffsetDateTime(since.atOffset(ZoneOffset.UTC));
        return write.transaction().preparedQuery(SINCE).execute(values).map(rows -> {
            List<LoggedEvent> events = new ArrayList<>();
            for (Row row : rows) {
                TenantGuard.requireTenant(scope, row);
                events.add(LoggedEvent.of(row, 0));
            }
            boolean more = events.size() > MAX;
            return new MissedEvents(more ? events.subList(0, MAX) : events, more);
        });
    }
}
