package io.tollgate.cart;

import io.tollgate.error.ApiError;
import io.tollgate.input.Value;
import io.tollgate.pricing.Quote;

/** The bound of what an order costs. */
final class OrderAmount {
    private OrderAmount() {}

    /**
     * Rejects an order whose total is more than an amount can be, although each part of it fits.
     *
     * @param param the parameter that made the total so high
     */
    static Quote requirePayable(Quote quote, String param) {
        if (Math.max(quote.subtotal(), quote.total()) > Value.MONEY_MAX) {
            throw ApiError.invalid(param, "comes to more than an order may, " + Value.MONEY_MAX, null);
        }
        return quote;
    }
}
