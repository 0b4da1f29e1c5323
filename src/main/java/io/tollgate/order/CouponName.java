package io.tollgate.order;

import io.tollgate.error.ApiError.Problem;

/**
 * How an order names its coupon.
 *
 * @param param the key of the body, by which problems with the coupon are reported
 * @param value the id or the code
 */
public record CouponName(String param, String value) {
    /** The key that takes an id. */
    public static final String ID = "couponId";

    /** The key that takes a code, in any case. */
    public static final String CODE = "couponCode";

    Problem problem(String message) {
        return new Problem(param, message, value);
    }
}
