package io.tollgate.checkout;

import io.tollgate.error.ApiError.Problem;
import io.tollgate.pricing.Quote;
import io.tollgate.tax.TaxState;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The price of an order that is not placed yet.
 *
 * @param quote without the tax unless the tax is final; null if the order has no price yet
 */
public record OrderPrice(@Nullable Quote quote, List<Problem> problems, TaxState tax) {
    /** The price of an order that is not complete. */
    public static final OrderPrice NONE = new OrderPrice(null, List.of(), TaxState.FINAL);
}
