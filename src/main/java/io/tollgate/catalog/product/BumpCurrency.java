package io.tollgate.catalog.product;

import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.write.WriteContext;
import io.vertx.core.Future;
import io.vertx.sqlclient.Tuple;

/**
 * Ensures that a page and its order bumps have the same currency. Quotes reject a product in another currency, so a
 * change that would cause this fails with a 409.
 */
public final class BumpCurrency {
    private static final String OTHER_BUMPS = """
            SELECT EXISTS (
                SELECT FROM order_bump b JOIN product o ON o.seller_id = b.seller_id AND o.id = b.product_id
                WHERE b.seller_id = $1 AND b.page_id = $2 AND o.document #>> '{price,currency}' <> $3)
            """;

    private static final String OTHER_PAGES = """
            SELECT EXISTS (
                SELECT FROM order_bump b JOIN page p ON p.seller_id = b.seller_id AND p.id = b.page_id
                LEFT JOIN product s ON s.seller_id = p.seller_id AND s.page_id = p.id
                WHERE b.seller_id = $1 AND b.product_id = $2
                  AND coalesce(s.document #>> '{price,currency}', p.document #>> '{eventDetails,currency}') <> $3)
            """;

    private BumpCurrency() {}

    /** Rejects a new currency of a page that has order bumps in another one. The caller must have locked the page. */
    public static Future<Void> ofPage(WriteContext write, String pageId, String currency) {
        return reject(write, OTHER_BUMPS, pageId, currency, "This page offers order bumps in a currency other than ");
    }

    /** Rejects a new currency of a product that pages in another one offer. The caller must have locked the product. */
    static Future<Void> ofProduct(WriteContext write, String productId, String currency) {
        return reject(
                write, OTHER_PAGES, productId, currency, "This product is offered by pages in a currency other than ");
    }

    private static Future<Void> reject(WriteContext write, String sql, String id, String currency, String what) {
        return write.transaction()
                .preparedQuery(sql)
                .execute(Tuple.of(write.scope().sellerId(), id, currency))
                .map(rows -> {
                    if (rows.iterator().next().getBoolean(0)) {
                        throw ApiError.conflict(
                                "order_bump_in_use", what + currency + "; detach the order bumps first");
                    }
                    return null;
                });
    }
}
