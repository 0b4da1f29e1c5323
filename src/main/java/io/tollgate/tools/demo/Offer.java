package io.tollgate.tools.demo;

import io.tollgate.catalog.model.CheckoutPage;
import io.tollgate.catalog.model.PaymentOption;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A checkout page, with the demo's own data about it.
 *
 * @param sold whether it has any purchases
 * @param until the end of its purchases; far in the future for most pages
 * @param upsellPageId the page that its funnel offers next, or null
 * @param dynamic the page at the dynamic prices of links, by the id of the price; empty if the page does not allow them
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

    /** The enabled payment option other than full payment; null if there is none. */
    @Nullable
    PaymentOption otherOption() {
        return page.paymentOptions().stream()
                .filter(PaymentOption::isEnabled)
                .skip(1)
                .findFirst()
                .orElse(null);
    }
}
