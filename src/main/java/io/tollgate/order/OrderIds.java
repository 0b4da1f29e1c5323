package io.tollgate.order;

import io.tollgate.resource.Scope;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;

/**
 * Gives each purchase of a seller and mode its own number. A number that is taken is no error, which
 * would end the transaction: others are drawn until one is free.
 */
public final class OrderIds {
    private static final int DRAWN_AT_ONCE = 4;
    private static final int DRAWS_MAX = 16;

    /** Numbers of records that were not written by Tollgate's purchases, such as the demo's, count too. */
    private static final String TAKE = """
            INSERT INTO order_number (seller_id, livemode, order_id)
            SELECT $1, $2, drawn FROM unnest($3::text[]) drawn
            WHERE NOT EXISTS (SELECT FROM order_number o WHERE o.seller_id = $1 AND o.livemode = $2 AND o.order_id = drawn)
              AND NOT EXISTS (SELECT FROM booking b WHERE b.seller_id = $1 AND b.livemode = $2 AND b.order_id = drawn)
              AND NOT EXISTS (SELECT FROM payment p WHERE p.seller_id = $1 AND p.livemode = $2 AND p.order_id = drawn)
              AND NOT EXISTS (SELECT FROM subscription s WHERE s.seller_id = $1 AND s.livemode = $2 AND s.order_id = drawn)
            LIMIT 1
            ON CONFLICT (seller_id, livemode, order_id) DO NOTHING
            RETURNING order_id
            """;

    private final Codes codes;

    public OrderIds(Codes codes) {
        this.codes = codes;
    }

    /** A number that no purchase has, given out with this transaction. */
    public Future<String> next(SqlConnection transaction, Scope scope) {
        return next(transaction, scope, DRAWS_MAX);
    }

    private Future<String> next(SqlConnection transaction, Scope scope, int draws) {
        String[] drawn = new String[DRAWN_AT_ONCE];
        for (int i = 0; i < drawn.length; i++) {
            drawn[i] = codes.orderId();
        }
        return transaction
                .preparedQuery(TAKE)
                .execute(Tuple.of(scope.sellerId(), scope.live(), drawn))
                .compose(rows -> {
                    for (Row row : rows) {
                        return Future.succeededFuture(row.getString(0));
                    }
                    return draws > 1
                            ? next(transaction, scope, draws - 1)
                            : Future.failedFuture(new IllegalStateException("no order id is free"));
                });
    }
}
