package io.tollgate.sales.subscription;

import io.tollgate.platform.resource.Scope;
import io.tollgate.platform.write.WriteContext;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/**
 * A setup at the processor with which a subscriber replaces the card of a subscription. A subscription has at most one
 * that is open.
 *
 * @param setupId null until the processor's response arrived
 * @param clientSecret lets the browser confirm the setup; null until the processor's response arrived
 */
record CardReplacement(
        String id,
        String subscriptionId,
        @Nullable String setupId,
        @Nullable String clientSecret) {
    private static final String COLUMNS =
            "SELECT id, subscription_id, setup_id, client_secret FROM card_replacement WHERE seller_id = $1 AND"
                    + " livemode = $2 AND status = 'OPEN' AND ";
    private static final String OPEN = COLUMNS + "subscription_id = $3";
    private static final String OF_SETUP = COLUMNS + "setup_id = $3";
    private static final String INSERT = """
            INSERT INTO card_replacement (seller_id, livemode, id, subscription_id, status, created_at)
            VALUES ($1, $2, $3, $4, 'OPEN', $5)
            ON CONFLICT (seller_id, livemode, subscription_id) WHERE status = 'OPEN' DO NOTHING
            """;
    private static final String RECORD = """
            UPDATE card_replacement SET setup_id = $4, client_secret = $5
            WHERE seller_id = $1 AND livemode = $2 AND id = $3
            """;
    private static final String END = """
            UPDATE card_replacement SET status = 'ENDED', ended_at = $4
            WHERE seller_id = $1 AND livemode = $2 AND id = $3 AND status = 'OPEN'
            """;

    /** Returns the open replacement of a subscription; null if there is none. */
    static Future<@Nullable CardReplacement> open(WriteContext write, String subscriptionId) {
        return find(write, OPEN, subscriptionId);
    }

    /** Returns the open replacement with this setup; null if there is none. */
    static Future<@Nullable CardReplacement> ofSetup(WriteContext write, String setupId) {
        return find(write, OF_SETUP, setupId);
    }

    private static Future<@Nullable CardReplacement> find(WriteContext write, String sql, String id) {
        return write.transaction()
                .preparedQuery(sql)
                .execute(key(write.scope(), id))
                .map(CardReplacement::first);
    }

    private static @Nullable CardReplacement first(RowSet<Row> rows) {
        for (Row row : rows) {
            return new CardReplacement(row.getString(0), row.getString(1), row.getString(2), row.getString(3));
        }
        return null;
    }

    /** Begins a replacement, unless one is open. */
    static Future<Void> begin(WriteContext write, String subscriptionId) {
        return write.transaction()
                .preparedQuery(INSERT)
                .execute(key(write.scope(), write.newId())
                        .addValue(subscriptionId)
                        .addValue(write.now().atOffset(ZoneOffset.UTC)))
                .mapEmpty();
    }

    /** Records the processor's response. */
    static Future<Void> record(WriteContext write, CardReplacement created) {
        return write.transaction()
                .preparedQuery(RECORD)
                .execute(key(write.scope(), created.id())
                        .addValue(created.setupId())
                        .addValue(created.clientSecret()))
                .mapEmpty();
    }

    /** Ends a replacement. Does nothing if it has ended. */
    static Future<Void> end(WriteContext write, String id) {
        return write.transaction()
                .preparedQuery(END)
                .execute(key(write.scope(), id).addValue(write.now().atOffset(ZoneOffset.UTC)))
                .mapEmpty();
    }

    private static Tuple key(Scope scope, String id) {
        return Tuple.of(scope.sellerId(), scope.live(), id);
    }
}
