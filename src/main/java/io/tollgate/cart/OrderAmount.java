package io.tollgate.cart;

import io.tollgate.error.ApiError;
import io.tollgate.pricing.Quote;
import io.tollgate.schema.Type;

/** The maximum total of an order. */
final class OrderAmount {
    private OrderAmount() {}

    /**
     * Throws a 400 if the total exceeds {@link Type#MONEY_MAX}, which bounds each single amount.
     *
     * @param param the parameter that the error names
     */
    static Quote requirePayable(Quote quote, String param) {
        if (Math.max(quote.subtotal(), quote.total()) > Type.MONEY_MAX) {
            throw ApiError.invalid(param, "must be lower: the total exceeds " + Type.MONEY_MAX, null);
        }
        return quote;
    }
}
