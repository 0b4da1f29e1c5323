package io.tollgate.catalog.page;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** Normalizes a discount, which is either a percentage or an amount. */
public final class DiscountInput {
    private DiscountInput() {}

    /** Clears the one that is 0 if both {@code percentOff} and {@code amountOff} were sent. */
    public static void normalize(ObjectNode discount) {
        if (discount.hasNonNull("percentOff") && discount.hasNonNull("amountOff")) {
            boolean amount = discount.get("amountOff").longValue() != 0;
            discount.putNull(amount ? "percentOff" : "amountOff");
        }
    }
}
