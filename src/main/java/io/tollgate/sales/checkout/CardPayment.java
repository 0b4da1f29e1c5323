package io.tollgate.sales.checkout;

import io.tollgate.processor.BrowserProcessor;

/**
 * A payment for the buyer's browser to confirm at the processor.
 *
 * @param clientSecret lets the browser confirm this payment, and nothing else
 * @param access the processor of the browser
 * @param wallets whether the buyer can pay with Apple Pay and Google Pay
 * @param amount in the currency's smallest unit
 */
public record CardPayment(
        String clientSecret, BrowserProcessor.Access access, boolean wallets, long amount, String currency) {}
