package io.tollgate.platform.event;

import io.tollgate.platform.db.Database;
import io.tollgate.platform.event.EventSignals.Head;
import io.tollgate.platform.resource.Scope;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.List;

/**
 * Numbers events in the order of the feed. A change is numbered once no transaction runs that began to write before
 * it, so that nothing can appear behind a numbered event. A long transaction delays numbering; it breaks nothing.
 *
 * <p>The order of transaction numbers is not that of commits: a transaction can begin early and change a record after
 * a later one. Changes are therefore ordered by the numbers that they take while their record is locked.
 */
public final class EventRelay {
    private static final int CHANGES_MAX = 5_000;

    /** The first transaction whose changes may still be unseen. */
    static final String VISIBLE_FOR_GOOD = "pg_snapshot_xmin(pg_current_snapshot())";

    private static final String PASS = """
            WITH relay AS MATERIALIZED (SELECT reached FROM event_relay FOR UPDATE SKIP LOCKED),
            bound AS MATERIALIZED (SELECT reached, %s AS upto FROM relay),
            found AS MATERIALIZED (
                SELECT seller_id, livemode, id, number, event_ids, types, record_id, page_id, created_at
                FROM reported_change c
                WHERE c.xid >= (SELECT reached FROM bound) AND c.xid < (SELECT upto FROM bound)
                  AND NOT EXISTS (
                      SELECT 1 FROM event e
                      WHERE e.seller_id = c.seller_id AND e.livemode = c.livemode AND e.id = c.event_ids[1])
                ORDER BY number
                LIMIT %d),
            numbered AS MATERIALIZED (
                SELECT f.seller_id, f.livemode, t.id, t.type, f.id AS change_id, f.record_id, f.page_id, f.created_at,
                       row_number() OVER (PARTITION BY f.seller_id, f.livemode ORDER BY f.number, t.place) AS place
                FROM found f, unnest(f.event_ids, f.types) WITH ORDINALITY AS t (id, type, place)),
            counts AS MATERIALIZED (
                SELECT seller_id, livemode, count(*) AS events FROM numbered GROUP BY seller_id, livemode),
            heads AS (
                INSERT INTO event_head AS h (seller_id, livemode, last)
                SELECT seller_id, livemode, events FROM counts ORDER BY seller_id, livemode
                ON CONFLICT (seller_id, livemode) DO UPDATE SET last = h.last + excluded.last
                RETURNING seller_id, livemode, last),
            placed AS (
                INSERT INTO event (seller_id, livemode, position, id, type, change_id, record_id, page_id, created_at)
                SELECT n.seller_id, n.livemode, h.last - k.events + n.place, n.id, n.type, n.change_id, n.record_id,
                       n.page_id, n.created_at
                FROM numbered n
                JOIN counts k ON k.seller_id = n.seller_id AND k.livemode = n.livemode
                JOIN heads h ON h.seller_id = n.seller_id AND h.livemode = n.livemode
                ORDER BY n.seller_id, n.livemode, n.place),
            moved AS (
                UPDATE event_relay SET reached = (SELECT upto FROM bound)
                WHERE (SELECT count(*) FROM found) BETWEEN 1 AND %d)
            SELECT seller_id, livemode, last, false AS more FROM heads
            UNION ALL
            SELECT NULL, NULL, NULL,
                   NOT EXISTS (SELECT 1 FROM relay) OR (SELECT count(*) FROM found) = %d
                   OR EXISTS (SELECT 1 FROM reported_change WHERE xid >= (SELECT upto FROM bound))
            """;

    /** In another cluster, these changes would have to wait until its transactions reach their numbers. */
    private static final String ADOPT_CHANGES = """
            UPDATE reported_change SET xid = '0'
            WHERE xid >= pg_snapshot_xmax(pg_current_snapshot())
              AND (SELECT cluster FROM event_relay) <> (SELECT system_identifier FROM pg_control_system())
            """;

    private static final String ADOPT = """
            UPDATE event_relay SET reached = '0', cluster = (SELECT system_identifier FROM pg_control_system())
            WHERE cluster <> (SELECT system_identifier FROM pg_control_system())
            """;

    private static final String LEFT = """
            SELECT 1 FROM reported_change c
            WHERE c.seller_id = $1 AND c.livemode = $2
              AND NOT EXISTS (
                  SELECT 1 FROM event e
                  WHERE e.seller_id = $1 AND e.livemode = $2 AND e.id = c.event_ids[1])
            LIMIT 1
            """;

    private final Database database;
    private final EventSignals signals;
    private final String pass;

    public EventRelay(Database database, EventSignals signals) {
        this(database, signals, VISIBLE_FOR_GOOD);
    }

    /** @param upto the first transaction whose changes are not numbered yet, as an expression of SQL */
    EventRelay(Database database, EventSignals signals, String upto) {
        this.database = database;
        this.signals = signals;
        this.pass = PASS.formatted(upto, CHANGES_MAX, CHANGES_MAX - 1, CHANGES_MAX);
    }

    /**
     * What one pass did.
     *
     * @param heads the feeds with new events
     * @param more whether changes are left that a further pass may number soon
     */
    public record Pass(List<Head> heads, boolean more) {}

    /** Recognizes a restored copy, whose transaction numbers are those of another cluster. Call once at the start. */
    public Future<Void> adopt() {
        return database.get(ADOPT_CHANGES, Tuple.tuple())
                .compose(changed -> database.get(ADOPT, Tuple.tuple()))
                .mapEmpty();
    }

    /** Numbers the changes that are visible for good. Does nothing if another process is doing so. */
    public Future<Pass> run() {
        return database.get(pass, Tuple.tuple()).map(EventRelay::pass).map(done -> {
            if (!done.heads().isEmpty()) {
                signals.numbered(done.heads());
            }
            return done;
        });
    }

    /** Returns whether all committed changes of a scope are numbered. */
    public Future<Boolean> hasNumbered(Scope scope) {
        return database.get(LEFT, Tuple.of(scope.sellerId(), scope.live())).map(rows -> rows.size() == 0);
    }

    private static Pass pass(RowSet<Row> rows) {
        List<Head> heads = new ArrayList<>();
        boolean more = false;
        for (Row row : rows) {
            if (row.getString(0) == null) {
                more = row.getBoolean(3);
            } else {
                heads.add(new Head(new Scope(row.getString(0), row.getBoolean(1)), row.getLong(2)));
            }
        }
        return new Pass(heads, more);
    }
}
