package io.tollgate.storefront;

import io.tollgate.error.ApiError;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The messages that tell buyers why an order was not taken. */
final class Notices {
    private static final Map<String, String> KEYS = Map.of(
            "sold_out", "notice.soldOut",
            "coupon_used_up", "notice.couponUsedUp",
            "page_closed", "notice.closed",
            "page_changed", "notice.changed",
            "too_many_open_orders", "notice.tooMany",
            "recurring_price", "notice.unsupported",
            "tax_by_processor", "notice.unsupported",
            "processor_not_connected", "notice.noCards",
            "publishable_key_missing", "notice.noCards");

    private Notices() {}

    /** Returns the key of the message for an error; null if buyers need not know its cause. */
    static @Nullable String key(ApiError error) {
        return KEYS.get(error.code());
    }
}
