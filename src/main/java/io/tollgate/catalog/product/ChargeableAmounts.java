package io.tollgate.catalog.product;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.input.Input;
import io.tollgate.pricing.Currency;

/** Validates that the processor can charge the amounts of prices, options and ticket types. */
public final class ChargeableAmounts {
    private ChargeableAmounts() {}

    /**
     * Records a problem for each amount that the currency cannot charge. Skips a currency that is unknown, because it
     * is a problem of its own.
     *
     * @param part a price, an option or a ticket type after the change
     */
    public static void check(Input sent, String currency, ObjectNode part, String... names) {
        if (!Currency.isKnown(currency)) {
            return;
        }
        Currency known = Currency.of(currency);
        for (String name : names) {
            JsonNode amount = part.path(name);
            String problem = amount.isIntegralNumber() ? known.problem(amount.longValue()) : null;
            if (problem != null && (sent.has(name) || sent.has("currency"))) {
                sent.problem(name, problem);
            }
        }
    }
}
