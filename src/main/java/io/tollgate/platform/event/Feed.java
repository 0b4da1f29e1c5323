package io.tollgate.platform.event;

import io.tollgate.platform.db.Database;
import io.tollgate.platform.db.RowExpiry;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.records.TenantGuard;
import io.tollgate.platform.resource.Scope;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the events of a seller and mode in the order of their positions. */
record Feed(Database database) {
    /** Positions that one page examines: with a filter, a page can be empty although more follow. */
    private static final int WINDOW = 10_000;

    private static final String PAGE = """
            SELECT h.seller_id, h.livemode, h.first, h.last, e.*
            FROM event_head h
            LEFT JOIN LATERAL (
                SELECT %s
                FROM event e %s
                WHERE e.seller_id = $1 AND e.livemode = $2 AND e.position > coalesce($3::bigint, h.first - 1)
                  AND ($5::text IS NOT NULL OR e.position <= coalesce($3::bigint, h.first - 1) + $7)
                  AND ($4::text[] IS NULL OR e.type = ANY ($4)) AND ($5::text IS NULL OR e.record_id = $5)
                ORDER BY e.position
                LIMIT $6) e ON true
            WHERE h.seller_id = $1 AND h.livemode = $2
            ORDER BY e.position
            """.formatted(LoggedEvent.COLUMNS, LoggedEvent.JOIN);

    private static final String ONE = "SELECT " + LoggedEvent.COLUMNS + " FROM event e " + LoggedEvent.JOIN
            + " WHERE e.seller_id = $1 AND e.livemode = $2 AND e.id = $3";

    /** The boundary is a position, so that the feed has no gaps whatever the times of its events are. */
    private static final String EXPIRE = """
            WITH bound AS MATERIALIZED (
                SELECT h.livemode, coalesce(
                    (SELECT e.position FROM event e
                     WHERE e.seller_id = $1 AND e.livemode = h.livemode AND e.created_at >= $2
                     ORDER BY e.position LIMIT 1),
                    h.last + 1) AS first
                FROM event_head h WHERE h.seller_id = $1),
            moved AS (
                UPDATE event_head h SET first = b.first FROM bound b
                WHERE h.seller_id = $1 AND h.livemode = b.livemode AND b.first > h.first),
            gone AS (
                DELETE FROM event e USING bound b
                WHERE e.seller_id = $1 AND e.livemode = b.livemode AND e.position < b.first
                RETURNING e.livemode, e.change_id)
            DELETE FROM reported_change c USING (SELECT DISTINCT livemode, change_id FROM gone) g
            WHERE c.seller_id = $1 AND c.livemode = g.livemode AND c.id = g.change_id
            """;

    /**
     * A page of the feed.
     *
     * @param next the position behind which the next page begins
     * @param more whether events follow it now
     * @param last the position of the newest event
     */
    record Page(List<LoggedEvent> events, long next, boolean more, long last) {}

    static RowExpiry.Rule expiry(EventSettings settings) {
        return new RowExpiry.Rule("events", EXPIRE, settings.kept());
    }

    /**
     * Returns the next events.
     *
     * @throws ApiError 410 if the position is no longer kept, or was never given
     */
    Future<Page> page(Scope scope, FeedRequest request) {
        Tuple values = Tuple.of(scope.sellerId(), scope.live(), request.after())
                .addValue(request.types().isEmpty() ? null : request.types().toArray(String[]::new))
                .addValue(request.recordId())
                .addValue(request.limit())
                .addValue((long) WINDOW);
        return database.list(PAGE, values).map(rows -> page(scope, request, rows));
    }

    private static Page page(Scope scope, FeedRequest request, RowSet<Row> rows) {
        long first = 1;
        long last = 0;
        List<LoggedEvent> events = new ArrayList<>();
        for (Row row : rows) {
            TenantGuard.requireTenant(scope, row);
            first = row.getLong(2);
            last = row.getLong(3);
            if (row.getString(4) != null) {
                events.add(LoggedEvent.of(row, 4));
            }
        }
        long from = from(request.after(), first, last);
        long examined = request.recordId() == null ? Math.min(from + WINDOW, last) : last;
        long next =
                events.size() == request.limit() ? events.get(events.size() - 1).position() : examined;
        return new Page(events, next, next < last, last);
    }

    private static long from(@Nullable Long after, long first, long last) {
        if (after == null) {
            return first - 1;
        }
        if (after < first - 1) {
            throw ApiError.refused(
                    410,
                    "position_expired",
                    "Events up to position " + (first - 1) + " are no longer kept. Read the lists again, and then the "
                            + "feed with after=" + (first - 1) + ".");
        }
        if (after > last) {
            throw ApiError.refused(
                    410,
                    "position_unknown",
                    "The feed ends at position " + last + ", so position " + after + " belongs to another mode or to a "
                            + "database that was replaced. Read the lists again, and then the feed with after=" + last
                            + ".");
        }
        return after;
    }

    /** Returns one event, or fails with 404. */
    Future<LoggedEvent> get(Scope scope, String id) {
        return database.get(ONE, Tuple.of(scope.sellerId(), scope.live(), id)).map(rows -> {
            for (Row row : rows) {
                TenantGuard.requireTenant(scope, row);
                return LoggedEvent.of(row, 0);
            }
            throw ApiError.notFound(LoggedEvent.RESOURCE.noun());
        });
    }
}
