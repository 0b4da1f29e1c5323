package io.tollgate.cart;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a buyer wants of a checkout page's product.
 *
 * @param priceId null for the default price
 * @param amount what the buyer chose to pay for one, or null
 */
public record RequestedProduct(
        @Nullable String priceId, int quantity, @Nullable Long amount, List<RequestedVariant> variants) {}
