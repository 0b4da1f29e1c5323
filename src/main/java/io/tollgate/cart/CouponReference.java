package io.tollgate.cart;

import io.tollgate.error.ApiError.Problem;

/**
 * How a request names its coupon.
 *
 * @param param the key of the body, to which problems with the coupon belong
 * @param value the id or the code
 */
public record CouponReference(String param, String value) {
    /** The key that takes an id. */
    public static final String ID = "couponId";

    /** The key that takes a code, in any case. */
    public static final String CODE = "couponCode";

    public boolean isId() {
        return param.equals(ID);
    }

    /** A problem with the coupon. */
    public Problem problem(String message) {
        return new Problem(param, message, value);
    }
}
