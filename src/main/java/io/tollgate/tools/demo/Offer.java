package io.tollgate.tools.demo;

import io.tollgate.catalog.CheckoutPage;
import io.tollgate.catalog.PaymentOption;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A checkout page, and how the demo uses it.
 *
 * @param sold whether anything was ever sold on it
 * @param until purchases happen before this moment only; far in the future for most
 * @param upsellPageId the page that its funnel offers next, or null
 * @param dynamic the page at the price that links may name, by the id of the price; empty if they may not
 */
record Offer(
        CheckoutPage page,
        boolean testmode,
        boolean sold,
        long until,
        @Nullable String upsellPageId,
        Map<String, CheckoutPage> dynamic) {

    boolean recurs() {
        return page.product().price().recurrence() != null;
    }

    boolean hasLicenseKeys() {
        return !dynamic.isEmpty();
    }

    /** The way to pay beside paying all at once, or null. */
    @Nullable
    PaymentOption otherOption() {
        return page.paymentOptions().size() > 1 ? page.paymentOptions().get(1) : null;
    }
}
