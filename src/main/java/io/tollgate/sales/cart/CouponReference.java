package io.tollgate.sales.cart;

import io.tollgate.platform.error.ApiError.Problem;

/**
 * A reference to a coupon in a request.
 *
 * @param param the key of the body, {@link #ID} or {@link #CODE}
 * @param value the id or the code of the coupon
 */
public record CouponReference(String param, String value) {
    /** The key of a coupon id. */
    public static final String ID = "couponId";

    /** The key of a coupon code, which is not case-sensitive. */
    public static final String CODE = "couponCode";

    public boolean isId() {
        return param.equals(ID);
    }

    /** Returns a problem of this parameter. */
    public Problem problem(String message) {
        return new Problem(param, message, value);
    }
}
