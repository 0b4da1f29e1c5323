package io.tollgate.platform.webhook;

import io.tollgate.platform.db.Database;
import io.tollgate.platform.event.LoggedEvent;
import io.tollgate.platform.http.Sha256;
import io.tollgate.platform.records.TenantGuard;
import io.tollgate.platform.resource.Scope;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Turns numbered events into deliveries. Each webhook has a position in the feed of each mode, which moves in the
 * transaction that inserts its deliveries, so that a crash neither loses nor repeats an event.
 */
final class WebhookFanOut {
    private static final int EVENTS_MAX = 200;
    private static final int SCOPES_MAX = 1_000;

    private static final String BEHIND = """
            SELECT DISTINCT p.seller_id, p.livemode
            FROM webhook_position p
            JOIN event_head h ON h.seller_id = p.seller_id AND h.livemode = p.livemode AND h.last > p.position
            JOIN webhook w ON w.seller_id = p.seller_id AND w.id = p.webhook_id AND w.status = 'active'
            LIMIT %d
            """.formatted(SCOPES_MAX);

    /** Locks webhooks before their states, as requests that change them do. */
    private static final String LOCK =
            "SELECT FROM webhook WHERE seller_id = $1 AND status = 'active' ORDER BY id FOR KEY SHARE";

    private static final String LOCK_STATES =
            "SELECT FROM webhook_state WHERE seller_id = $1 ORDER BY webhook_id FOR UPDATE";

    private static final String TARGETS = """
            SELECT w.seller_id, p.livemode, w.id, w.event, w.document ->> 'pageId', p.position, s.sequence, s.digest,
                   h.last, h.first
            FROM webhook w
            JOIN webhook_position p ON p.seller_id = w.seller_id AND p.webhook_id = w.id AND p.livemode = $2
            JOIN webhook_state s ON s.seller_id = w.seller_id AND s.webhook_id = w.id
            JOIN event_head h ON h.seller_id = w.seller_id AND h.livemode = p.livemode AND h.last > p.position
            WHERE w.seller_id = $1 AND w.status = 'active'
            ORDER BY w.id
            """;

    private static final String EVENTS = "SELECT " + LoggedEvent.COLUMNS + ", e.page_id FROM event e "
            + LoggedEvent.JOIN + " WHERE e.seller_id = $1 AND e.livemode = $2 AND e.position > $3 AND e.position <= $4"
            + " AND e.type = ANY ($5) ORDER BY e.position LIMIT "
            + EVENTS_MAX;

    private static final String MOVE = """
            UPDATE webhook_position SET position = $4 WHERE seller_id = $1 AND livemode = $2 AND webhook_id = $3
            """;

    private final Database database;

    WebhookFanOut(Database database) {
        this.database = database;
    }

    /** An active webhook that has events to examine. */
    private record Target(
            String id, Set<String> types, @Nullable String pageId, long position, long sequence, String digest) {
        static Target of(Row row) {
            return new Target(
                    row.getString(2),
                    Set.of(row.getArrayOfStrings(3)),
                    row.getString(4),
                    row.getLong(5),
                    row.getLong(6),
                    row.getString(7));
        }

        boolean wants(Event event) {
            return event.logged.position() > position
                    && types.contains(event.logged.type())
                    && (pageId == null || pageId.equals(event.pageId));
        }
    }

    private record Event(
            LoggedEvent logged, Buffer body, @Nullable String pageId) {
        static Event of(Row row) {
            LoggedEvent logged = LoggedEvent.of(row, 0);
            return new Event(logged, logged.webhookJson(), row.getString(11));
        }
    }

    /** Returns the SHA-256 of a body in hexadecimal digits. */
    static String digest(Buffer body) {
        return HexFormat.of().formatHex(Sha256.digest().digest(body.getBytes()));
    }

    /** Returns the scopes whose active webhooks have not examined all events. */
    Future<List<Scope>> behind() {
        return database.get(BEHIND, Tuple.tuple()).map(rows -> {
            List<Scope> scopes = new ArrayList<>();
            rows.forEach(row -> scopes.add(new Scope(row.getString(0), row.getBoolean(1))));
            return scopes;
        });
    }

    /** Creates the deliveries of all events that are numbered, and returns their number. */
    Future<Integer> run(Scope scope, Instant now) {
        return database.write(scope, transaction -> pass(transaction, scope, now))
                .compose(pass -> pass.more
                        ? run(scope, now).map(rest -> rest + pass.count)
                        : Future.succeededFuture(pass.count));
    }

    /** @param more whether events are left that were not examined */
    private record Pass(int count, boolean more) {}

    private static Future<Pass> pass(SqlConnection transaction, Scope scope, Instant now) {
        Tuple seller = Tuple.of(scope.sellerId());
        return transaction
                .preparedQuery(LOCK)
                .execute(seller)
                .compose(locked -> locked.size() == 0
                        ? Future.succeededFuture(new Pass(0, false))
                        : transaction
                                .preparedQuery(LOCK_STATES)
                                .execute(seller)
                                .compose(states -> transaction
                                        .preparedQuery(TARGETS)
                                        .execute(Tuple.of(scope.sellerId(), scope.live())))
                                .compose(rows -> examine(transaction, scope, now, rows)));
    }

    private static Future<Pass> examine(SqlConnection transaction, Scope scope, Instant now, RowSet<Row> rows) {
        List<Target> targets = new ArrayList<>();
        Set<String> types = new TreeSet<>();
        long last = 0;
        long from = Long.MAX_VALUE;
        for (Row row : rows) {
            TenantGuard.requireTenant(scope, row);
            Target target = Target.of(row);
            targets.add(target);
            types.addAll(target.types);
            last = row.getLong(8);
            from = Math.min(from, target.position);
        }
        if (targets.isEmpty()) {
            return Future.succeededFuture(new Pass(0, false));
        }
        long head = last;
        return transaction
                .preparedQuery(EVENTS)
                .execute(Tuple.of(scope.sellerId(), scope.live(), from, head)
                        .addArrayOfString(types.toArray(String[]::new)))
                .compose(found -> {
                    List<Event> events = new ArrayList<>();
                    for (Row row : found) {
                        TenantGuard.requireTenant(scope, row);
                        events.add(Event.of(row));
                    }
                    boolean more = events.size() == EVENTS_MAX;
                    long reached = more ? events.get(events.size() - 1).logged.position() : head;
                    Future<Integer> count = Future.succeededFuture(0);
                    for (Target target : targets) {
                        count = count.compose(sum -> deliver(transaction, scope, now, target, events, reached)
                                .map(added -> sum + added));
                    }
                    return count.map(sum -> new Pass(sum, more));
                });
    }

    private static Future<Integer> deliver(
            SqlConnection transaction, Scope scope, Instant now, Target target, List<Event> events, long reached) {
        if (reached <= target.position) {
            return Future.succeededFuture(0);
        }
        NewDeliveries deliveries = new NewDeliveries(target.id, target.sequence, target.digest, now);
        events.stream().filter(target::wants).forEach(event -> deliveries.add(event.logged, event.body));
        return transaction
                .preparedQuery(MOVE)
                .execute(Tuple.of(scope.sellerId(), scope.live(), target.id, reached))
                .compose(moved -> deliveries.insert(transaction, scope));
    }
}
