package io.tollgate.sales.subscription;

import io.tollgate.platform.resource.Scope;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import org.jspecify.annotations.Nullable;

/** The statements on changes of what subscriptions charge. */
public final class UpdateStore {
    private static final String LATEST = """
            SELECT quantity, price FROM subscription_update
            WHERE seller_id = $1 AND livemode = $2 AND subscription_id = $3 ORDER BY number DESC LIMIT 1
            """;
    private static final String INSERT = """
            INSERT INTO subscription_update (seller_id, livemode, subscription_id, number, quantity, price, amount)
            SELECT $1, $2, $3, coalesce(max(number), 0) + 1, $4, $5, $6 FROM subscription_update
            WHERE seller_id = $1 AND livemode = $2 AND subscription_id = $3
            """;

    private UpdateStore() {}

    /** @param price as it is stored */
    public record Latest(int quantity, String price) {}

    /** Returns the newest change; null if a subscription charges what was ordered. */
    public static Future<@Nullable Latest> latest(SqlConnection transaction, Scope scope, String subscriptionId) {
        return transaction
                .preparedQuery(LATEST)
                .execute(Tuple.of(scope.sellerId(), scope.live(), subscriptionId))
                .map(rows -> {
                    for (Row row : rows) {
                        return new Latest(row.getInteger(0), row.getString(1));
                    }
                    return null;
                });
    }

    /** Inserts a change of a locked subscription. */
    static Future<Void> insert(SqlConnection transaction, Scope scope, String subscriptionId, ChargedTerms terms) {
        return transaction
                .preparedQuery(INSERT)
                .execute(Tuple.of(
                        scope.sellerId(),
                        scope.live(),
                        subscriptionId,
                        terms.quantity(),
                        terms.price(),
                        terms.amount()))
                .mapEmpty();
    }
}
