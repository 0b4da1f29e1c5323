package io.tollgate.sales.checkout;

import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.write.WriteContext;
import io.vertx.core.Future;
import io.vertx.sqlclient.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * Rejects a second purchase of a product that each customer can buy only once, if the first is a payment, and a second
 * subscription of a product while the first has not ended. Orders that are not records yet are the concern of the
 * unique indexes of {@link CheckoutStore}.
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

    private static final String FIND_SUBSCRIPTION = """
            SELECT 1 FROM subscription s
            WHERE s.seller_id = $1 AND s.livemode = $2 AND s.page_id = $3
              AND s.status IN ('incomplete', 'trialing', 'scheduled', 'active', 'paused', 'past_due', 'unpaid')
              AND s.customer_id IN (
                SELECT c.id FROM customer c WHERE c.seller_id = $1 AND c.livemode = $2 AND c.email = $4)
            LIMIT 1
            """;

    /** One statement, because an order becomes a subscription in one transaction. */
    private static final String FIND_ORDER_OR_SUBSCRIPTION = """
            SELECT 1 FROM checkout o
            WHERE o.seller_id = $1 AND o.livemode = $2 AND o.one_subscription_of = $5 AND o.email = $4
              AND o.status IN ('OPEN', 'PENDING')
            UNION ALL
            """ + FIND_SUBSCRIPTION;

    private EarlierPurchases() {}

    /** @throws ApiError 409 if the buyer has bought the product before and cannot buy it again */
    static Future<Void> requireNone(WriteContext write, PageOrder.Placed placed) {
        PageOrder order = placed.priced().order();
        String productId = limited(placed.priced());
        if (productId != null) {
            return requireNone(write, FIND, productId, placed);
        }
        return limitedSubscription(placed.priced()) == null
                ? Future.succeededFuture()
                : requireNone(write, FIND_SUBSCRIPTION, order.page().id(), placed);
    }

    private static Future<Void> requireNone(WriteContext write, String find, String of, PageOrder.Placed placed) {
        return requireNone(write, find, values(write, of, placed));
    }

    private static Future<Void> requireNone(WriteContext write, String find, Tuple values) {
        return write.transaction().preparedQuery(find).execute(values).map(rows -> require(rows.rowCount() == 0));
    }

    private static Tuple values(WriteContext write, String of, PageOrder.Placed placed) {
        return Tuple.of(
                write.scope().sellerId(),
                write.scope().live(),
                of,
                placed.buyer().email());
    }

    /**
     * Lets the orders of a subscription of which the buyer can have one wait for each other, until the end of the
     * transaction. Must precede its row locks. Does nothing for other orders.
     */
    static Future<Void> serialize(WriteContext write, PageOrder.Placed placed) {
        return limitedSubscription(placed.priced()) == null
                ? Future.succeededFuture()
                : OpenCheckouts.serialize(write, placed.buyer().email());
    }

    /**
     * Does the same as {@link #requireNone} for an expired order. Rejects it also if the buyer has another open order
     * of the subscription. The unique index of payments contains all orders that did not expire.
     */
    static Future<Void> requireNoneSince(WriteContext write, PageOrder.Placed placed) {
        String productId = limitedSubscription(placed.priced());
        return productId == null
                ? requireNone(write, placed)
                : requireNone(
                        write,
                        FIND_ORDER_OR_SUBSCRIPTION,
                        values(write, placed.priced().order().page().id(), placed)
                                .addValue(productId));
    }

    /** Returns the id of an order's product that each customer can buy only once; null for other orders. */
    static @Nullable String limited(PageOrder.Priced priced) {
        return priced instanceof ProductOrder.PricedProduct product
                        && product.order().page().product().isOncePerCustomer()
                ? product.order().page().product().id()
                : null;
    }

    /** Returns the id of a product of which each customer can have one subscription; null for other orders. */
    static @Nullable String limitedSubscription(PageOrder.Priced priced) {
        return priced instanceof ProductOrder.PricedSubscription subscription
                        && subscription.order().page().product().isOneSubscriptionPerCustomer()
                ? subscription.order().page().product().id()
                : null;
    }

    /** Returns whether subscriptions that were made at the processor count, too. */
    static boolean limitsAtProcessor(PageOrder.Priced priced) {
        return priced instanceof ProductOrder.PricedSubscription subscription
                && subscription.order().page().product().limitsSubscriptionsAtProcessor();
    }

    /** @throws ApiError 409 if the order is not the first one of a product that each customer can buy only once */
    static @Nullable Void require(boolean first) {
        if (!first) {
            throw ApiError.conflict("already_bought", "This product can be bought only once.");
        }
        return null;
    }
}
