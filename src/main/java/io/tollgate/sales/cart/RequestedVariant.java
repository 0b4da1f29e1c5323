package io.tollgate.sales.cart;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The options of a variant that a request selects. */
public record RequestedVariant(String variantId, List<Option> options) {
    /**
     * @param quantity null if the request has none
     * @param amount the pay-what-you-want price of one option in minor units, or null
     */
    public record Option(
            String optionId,
            @Nullable Integer quantity,
            @Nullable Long amount) {}
}
