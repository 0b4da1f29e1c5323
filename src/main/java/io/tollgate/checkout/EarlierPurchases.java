package io.tollgate.checkout;

import io.tollgate.error.ApiError;
import io.tollgate.write.WriteContext;
import io.vertx.core.Future;
import io.vertx.sqlclient.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * Rejects a second purchase of a product that each customer can buy only once, if the first is a payment. Orders that
 * are not payments yet are the concern of the unique index of {@link CheckoutStore}.
 */
final class EarlierPurchases {
    private static final String FIND = """
            SELECT 1 FROM payment p
            WHERE p.seller_id = $1 AND p.livemode = $2 AND p.product_id = $3
              AND p.status IN ('paid', 'partially_paid', 'unpaid', 'pending', 'partial_refund', 'refunded')
              AND p.customer_id IN (
                SELECT c.id FROM customer c WHERE c.seller_id = $1 AND c.livemode = $2 AND c.email = $4)
            LIMIT 1
            """;

    private EarlierPurchases() {}

    /** @throws ApiError 409 if the buyer has bought the product before and cannot buy it again */
    static Future<Void> requireNone(WriteContext write, PageOrder.Placed placed) {
        String productId = limited(placed.priced().order());
        if (productId == null) {
            return Future.succeededFuture();
        }
        Tuple values = Tuple.of(
                write.scope().sellerId(),
                write.scope().live(),
                productId,
                placed.buyer().email());
        return write.transaction().preparedQuery(FIND).execute(values).map(rows -> require(rows.rowCount() == 0));
    }

    /** Returns the id of an order's product that each customer can buy only once; null for other orders. */
    static @Nullable String limited(PageOrder order) {
        return order instanceof ProductOrder product && product.page().product().isOncePerCustomer()
                ? product.page().product().id()
                : null;
    }

    /** @throws ApiError 409 if the order is not the first one of a product that each customer can buy only once */
    static @Nullable Void require(boolean first) {
        if (!first) {
            throw ApiError.conflict("already_bought", "This product can be bought only once.");
        }
        return null;
    }
}
