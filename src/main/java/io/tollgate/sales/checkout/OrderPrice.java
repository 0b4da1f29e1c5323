package io.tollgate.sales.checkout;

import io.tollgate.platform.error.ApiError.Problem;
import io.tollgate.pricing.Quote;
import io.tollgate.sales.cart.SubscriptionCart;
import io.tollgate.sales.tax.TaxState;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The price of an order that is not placed yet.
 *
 * @param quote without the tax unless the tax is final; null if the order has no price yet
 * @param subscription what is charged later; null if the order is not one of a subscription
 */
public record OrderPrice(
        @Nullable Quote quote, @Nullable SubscriptionCart subscription, List<Problem> problems, TaxState tax) {
    /** The price of an order that is not complete. */
    public static final OrderPrice NONE = new OrderPrice(null, null, List.of(), TaxState.FINAL);

    static OrderPrice of(PageOrder.@Nullable Priced priced, List<Problem> problems, TaxState tax) {
        return priced == null
                ? new OrderPrice(null, null, problems, tax)
                : new OrderPrice(priced.quote(), subscription(priced), problems, tax);
    }

    static @Nullable SubscriptionCart subscription(PageOrder.Priced priced) {
        return priced instanceof ProductOrder.PricedSubscription subscription ? subscription.cart() : null;
    }
}
