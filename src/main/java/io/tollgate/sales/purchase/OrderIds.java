package io.tollgate.sales.purchase;

import io.tollgate.platform.resource.Scope;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Assigns each purchase of a seller and mode its own order number. A conflict with a used number must not abort the
 * transaction, so the statement draws new numbers until one is unused.
 */
public record OrderIds(Codes codes) {
    private static final int DRAWN_AT_ONCE = 4;
    private static final int DRAWS_MAX = 16;

    /**
     * Numbers of records that were not written by Tollgate's purchases, such as the demo's, count too. The offset keeps
     * each look-up one: planned while the tables are empty, they became joins that read all of a seller's numbers.
     */
    private static final String TAKE = "INSERT INTO order_number (seller_id, livemode, order_id)"
            + " SELECT $1, $2, drawn FROM unnest($3::text[]) drawn WHERE "
            + Stream.of("order_number", "booking", "payment", "subscription")
                    .map(OrderIds::isFree)
                    .collect(Collectors.joining(" AND "))
            + " LIMIT 1 ON CONFLICT (seller_id, livemode, order_id) DO NOTHING RETURNING order_id";

    private static String isFree(String table) {
        return "NOT EXISTS (SELECT FROM " + table
                + " t WHERE t.seller_id = $1 AND t.livemode = $2 AND t.order_id = drawn OFFSET 0)";
    }

    /** Returns an unused order number and reserves it in the transaction. */
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
