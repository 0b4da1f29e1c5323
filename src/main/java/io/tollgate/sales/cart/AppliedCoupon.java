package io.tollgate.sales.cart;

import io.tollgate.catalog.model.Coupon;
import io.tollgate.platform.error.ApiError.Problem;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A coupon and the reference by which a request names it. */
public record AppliedCoupon(Coupon coupon, CouponReference reference) {

    /** Returns the coupon if the order can use it. Otherwise returns null and adds the problem. */
    public static @Nullable AppliedCoupon of(
            @Nullable AppliedCoupon found, String pageId, String currency, Instant now, List<Problem> problems) {
        if (found == null) {
            return null;
        }
        String rejection = found.coupon.rejection(pageId, currency, now);
        if (rejection != null) {
            problems.add(found.reference.problem(rejection));
            return null;
        }
        return found;
    }
}
