package io.tollgate.storefront.pages;

import io.tollgate.platform.error.ApiError;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The messages that tell buyers why an order was not taken. */
final class Notices {
    private static final Map<String, String> KEYS = Map.ofEntries(
            Map.entry("sold_out", "notice.soldOut"),
            Map.entry("coupon_used_up", "notice.couponUsedUp"),
            Map.entry("coupon_used_by_customer", "notice.couponUsedByCustomer"),
            Map.entry("page_closed", "notice.closed"),
            Map.entry("page_changed", "notice.changed"),
            Map.entry("too_many_open_orders", "notice.tooMany"),
            Map.entry("recurring_price", "notice.unsupported"),
            Map.entry("tax_address_needed", "notice.taxAddress"),
            Map.entry("tax_unavailable", "notice.taxUnavailable"),
            Map.entry("processor_not_connected", "notice.noCards"),
            Map.entry("publishable_key_missing", "notice.noCards"),
            Map.entry("not_on_sale", "notice.notOnSale"),
            Map.entry("registration_limit", "notice.registered"),
            Map.entry("already_bought", "notice.alreadyBought"));

    private Notices() {}

    /** Returns the key of the message for an error; null if buyers need not know its cause. */
    static @Nullable String key(ApiError error) {
        return KEYS.get(error.code());
    }
}
