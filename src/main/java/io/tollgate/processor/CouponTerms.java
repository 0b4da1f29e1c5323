package io.tollgate.processor;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * The discount of a coupon at the processor. Tollgate alone decides when, where and how often the coupon applies.
 *
 * @param duration once, repeating or forever
 */
public record CouponTerms(
        String name,
        @Nullable Long amountOff,
        @Nullable String currency,
        @Nullable BigDecimal percentOff,
        String duration,
        @Nullable Long durationInMonths) {
    public CouponTerms {
        // The processor does not accept an exponent.
        percentOff = percentOff == null ? null : new BigDecimal(percentOff.toPlainString());
    }
}
