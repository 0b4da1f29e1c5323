package io.tollgate.platform.webhook;

import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.resource.Scope;
import io.tollgate.platform.write.WriteContext;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/** The rows of a webhook besides its document: state, positions and deliveries. Lock the webhook before. */
final class WebhookRows {
    /** Serializes the creation of webhooks of a seller, so that none is one too many. */
    private static final String CREATING = "SELECT pg_advisory_xact_lock(hashtextextended('webhooks of ' || $1, 0))";

    private static final String COUNT = "SELECT count(*) FROM webhook WHERE seller_id = $1";
    private static final String PAGE = "SELECT FROM page WHERE seller_id = $1 AND id = $2";
    private static final String STATE = "INSERT INTO webhook_state (seller_id, webhook_id) VALUES ($1, $2)";

    /** Begins behind the last event, so that a new webhook gets no old ones. */
    private static final String POSITIONS = """
            INSERT INTO webhook_position (seller_id, livemode, webhook_id, position)
            SELECT $1, m.livemode, $2, coalesce(
                (SELECT last FROM event_head h WHERE h.seller_id = $1 AND h.livemode = m.livemode), 0)
            FROM unnest($3::boolean[]) m (livemode)
            """;

    private static final String RESUME = """
            UPDATE webhook_position p SET position = coalesce(
                (SELECT last FROM event_head h WHERE h.seller_id = $1 AND h.livemode = p.livemode), 0)
            WHERE p.seller_id = $1 AND p.webhook_id = $2
            """;
    private static final String RECOVERED =
            "UPDATE webhook_state SET failing_since = NULL, warned_at = NULL, not_before = NULL"
                    + " WHERE seller_id = $1 AND webhook_id = $2";
    private static final String LOCK = "SELECT FROM webhook_state WHERE seller_id = $1 AND webhook_id = $2 FOR UPDATE";
    private static final String GIVE_UP = """
            WITH ended AS (
                UPDATE webhook_delivery SET state = 'FAILED', ended_at = $3, failure = $4
                WHERE seller_id = $1 AND livemode IN (TRUE, FALSE) AND webhook_id = $2 AND state = 'PENDING'
                RETURNING 1)
            UPDATE webhook_state SET failure_count = failure_count + (SELECT count(*) FROM ended)
            WHERE seller_id = $1 AND webhook_id = $2
            """;
    private static final String LIVE =
            "SELECT FROM webhook_position WHERE seller_id = $1 AND livemode AND webhook_id = $2";

    private WebhookRows() {}

    static Future<Void> requireRoom(WriteContext write) {
        Tuple seller = Tuple.of(write.scope().sellerId());
        return write.transaction()
                .preparedQuery(CREATING)
                .execute(seller)
                .compose(locked -> write.transaction().preparedQuery(COUNT).execute(seller))
                .map(rows -> {
                    Row row = rows.iterator().next();
                    if (row.getLong(0) >= Webhooks.MAX) {
                        throw ApiError.invalid("url", "cannot be added: there are 10 webhooks; delete one", null);
                    }
                    return null;
                });
    }

    static Future<Void> requirePage(WriteContext write, @Nullable String pageId) {
        if (pageId == null) {
            return Future.succeededFuture();
        }
        return write.transaction()
                .preparedQuery(PAGE)
                .execute(Tuple.of(write.scope().sellerId(), pageId))
                .map(rows -> {
                    if (rows.size() == 0) {
                        throw ApiError.invalid("pageId", "no such page", pageId);
                    }
                    return null;
                });
    }

    /** @param live whether the webhook gets live events too */
    static Future<Void> begin(WriteContext write, String id, boolean live) {
        Boolean[] modes = live ? new Boolean[] {true, false} : new Boolean[] {false};
        return write.transaction()
                .preparedQuery(STATE)
                .execute(of(write, id))
                .compose(begun -> write.transaction()
                        .preparedQuery(POSITIONS)
                        .execute(of(write, id).addArrayOfBoolean(modes)))
                .mapEmpty();
    }

    /** Returns the encrypted secret, and the encrypted key or null. */
    static Future<Row> secrets(WriteContext write, String id) {
        return write.transaction()
                .preparedQuery("SELECT secret, signing_key FROM webhook WHERE seller_id = $1 AND id = $2")
                .execute(of(write, id))
                .map(found -> found.iterator().next());
    }

    static Future<Boolean> getsLiveEvents(WriteContext write, String id) {
        return write.transaction().preparedQuery(LIVE).execute(of(write, id)).map(rows -> rows.size() > 0);
    }

    /** Continues with the events from now on. */
    static Future<Void> resume(WriteContext write, String id) {
        return write.transaction()
                .preparedQuery(RECOVERED)
                .execute(of(write, id))
                .compose(done -> write.transaction().preparedQuery(RESUME).execute(of(write, id)))
                .mapEmpty();
    }

    /** Ends all pending deliveries. */
    static Future<Void> giveUp(SqlConnection transaction, Scope scope, String id, Instant now, String reason) {
        return transaction
                .preparedQuery(LOCK)
                .execute(Tuple.of(scope.sellerId(), id))
                .compose(locked -> transaction
                        .preparedQuery(GIVE_UP)
                        .execute(Tuple.of(scope.sellerId(), id, now.atOffset(ZoneOffset.UTC), reason)))
                .mapEmpty();
    }

    /** Deletes all rows but that of the webhook itself. */
    static Future<Void> delete(WriteContext write, String id) {
        Future<Void> all =
                write.transaction().preparedQuery(LOCK).execute(of(write, id)).mapEmpty();
        for (String table : new String[] {"webhook_position", "webhook_delivery", "webhook_state"}) {
            String sql = "DELETE FROM " + table + " WHERE seller_id = $1 AND webhook_id = $2";
            all = all.compose(done -> write.transaction()
                    .preparedQuery(sql)
                    .execute(of(write, id))
                    .mapEmpty());
        }
        return all;
    }

    private static Tuple of(WriteContext write, String id) {
        return Tuple.of(write.scope().sellerId(), id);
    }
}
