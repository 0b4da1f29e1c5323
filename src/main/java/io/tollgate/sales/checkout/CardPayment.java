package io.tollgate.sales.checkout;

import io.tollgate.catalog.model.OfferedMethods;
import io.tollgate.processor.BrowserProcessor;

/**
 * A payment for the buyer's browser to confirm at the processor.
 *
 * @param clientSecret lets the browser confirm this payment, and nothing else; empty if there is nothing to confirm
 * @param access the processor of the browser
 * @param methods the methods that the page offers
 * @param amount in the currency's smallest unit
 */
public record CardPayment(
        String clientSecret, BrowserProcessor.Access access, OfferedMethods methods, long amount, String currency) {
    /** Returns whether nothing will ever be charged, so that no card is needed. */
    public boolean isFree() {
        return clientSecret.isEmpty();
    }
}
