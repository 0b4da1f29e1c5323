package io.tollgate.page;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** A discount takes off a percentage or an amount: beside a real value, 0 says nothing. */
public final class DiscountInput {
    private DiscountInput() {}

    /** Leaves out the 0 of a discount that was sent with both. */
    public static void choose(ObjectNode discount) {
        if (discount.hasNonNull("percentOff") && discount.hasNonNull("amountOff")) {
            boolean amount = discount.get("amountOff").longValue() != 0;
            discount.putNull(amount ? "percentOff" : "amountOff");
        }
    }
}
