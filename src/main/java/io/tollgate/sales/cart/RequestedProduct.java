package io.tollgate.sales.cart;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The price, quantity and variants that a request selects for the product of a checkout page.
 *
 * @param priceId null for the default price
 * @param amount the pay-what-you-want price of one item in minor units, or null
 */
public record RequestedProduct(
        @Nullable String priceId, int quantity, @Nullable Long amount, List<RequestedVariant> variants) {}
