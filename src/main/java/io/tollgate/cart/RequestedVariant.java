package io.tollgate.cart;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The options of a variant that a buyer wants. */
public record RequestedVariant(String variantId, List<Option> options) {
    /**
     * @param quantity null if the buyer did not state one
     * @param amount what the buyer chose to pay for one, or null
     */
    public record Option(
            String optionId,
            @Nullable Integer quantity,
            @Nullable Long amount) {}
}
