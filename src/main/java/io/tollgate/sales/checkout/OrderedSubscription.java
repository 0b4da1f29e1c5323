package io.tollgate.sales.checkout;

import io.tollgate.sales.cart.SubscriptionCart;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads what a stored order of a hosted page subscribed to. */
public final class OrderedSubscription {
    private OrderedSubscription() {}

    /**
     * Returns what is charged, and when, as the buyer ordered it; null if the order is not one of a subscription.
     *
     * @param kind the stored kind of the order
     * @param json the stored order
     */
    public static @Nullable SubscriptionCart of(String kind, String json) {
        return kind.equals(OrderCodec.SUBSCRIPTION)
                ? OrderPrice.subscription(
                        OrderCodec.decode(kind, json).place(List.of()).priced())
                : null;
    }
}
