package io.tollgate.product;

import io.tollgate.error.ApiError;
import io.tollgate.write.WriteContext;
import io.vertx.core.Future;
import io.vertx.sqlclient.Tuple;

/**
 * Keeps a page and what it offers beside in one currency. A quote refuses what is priced in another: a change
 * that would part them is refused, so that nobody finds out by not being able to buy.
 */
public final class BumpCurrency {
    private static final String BESIDE = """
            SELECT EXISTS (
                SELECT FROM order_bump b JOIN product o ON o.seller_id = b.seller_id AND o.id = b.product_id
                WHERE b.seller_id = $1 AND b.page_id = $2 AND o.document #>> '{price,currency}' <> $3)
            """;

    private static final String AROUND = """
            SELECT EXISTS (
                SELECT FROM order_bump b JOIN page p ON p.seller_id = b.seller_id AND p.id = b.page_id
                LEFT JOIN product s ON s.seller_id = p.seller_id AND s.page_id = p.id
                WHERE b.seller_id = $1 AND b.product_id = $2
                  AND coalesce(s.document #>> '{price,currency}', p.document #>> '{eventDetails,currency}') <> $3)
            """;

    private BumpCurrency() {}

    /** What a page sells is to have this currency. The caller holds the page: nothing is attached meanwhile. */
    public static Future<Void> ofPage(WriteContext write, String pageId, String currency) {
        return refuse(write, BESIDE, pageId, currency, "This page offers order bumps in another currency than ");
    }

    /** A product is to have this currency. The caller holds all of it: no page begins to offer it meanwhile. */
    static Future<Void> ofProduct(WriteContext write, String productId, String currency) {
        return refuse(write, AROUND, productId, currency, "This product is offered by pages in another currency than ");
    }

    private static Future<Void> refuse(WriteContext write, String sql, String id, String currency, String what) {
        return write.transaction()
                .preparedQuery(sql)
                .execute(Tuple.of(write.scope().sellerId(), id, currency))
                .map(rows -> {
                    if (rows.iterator().next().getBoolean(0)) {
                        throw ApiError.conflict("order_bump_in_use", what + currency + ": detach first");
                    }
                    return null;
                });
    }
}
