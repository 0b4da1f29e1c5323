package io.tollgate.purchase;

import io.tollgate.cart.Answers;
import io.tollgate.cart.Buyer;
import io.tollgate.cart.OrderTax;
import io.tollgate.catalog.CatalogPage;
import io.tollgate.catalog.Coupon;
import io.tollgate.catalog.PaymentOption;
import io.tollgate.pricing.Quote;
import io.tollgate.resource.Scope;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What was bought, by whom, and at which price. The writers of this package make records of it.
 *
 * @param scope the seller and the mode
 * @param id of the payment, booking or subscription
 * @param customerId null before the buyer ordered
 * @param page as it was at the time of the purchase
 * @param currency lower case, such as {@code eur}
 * @param quote of the order; of one period for a subscription
 * @param option how the buyer chose to pay; null if nothing is due
 */
public record Purchase(
        Scope scope,
        String id,
        String orderId,
        @Nullable String customerId,
        Instant createdAt,
        CatalogPage page,
        Answers answers,
        Buyer buyer,
        String currency,
        Quote quote,
        OrderTax tax,
        @Nullable Coupon coupon,
        boolean complimentary,
        @Nullable PaymentOption option,
        Visit visit,
        Upsell upsell) {}
