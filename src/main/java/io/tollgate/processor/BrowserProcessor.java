package io.tollgate.processor;

import org.jspecify.annotations.Nullable;

/**
 * What buyers' browsers need to pay at the processor: its script, and a key that can only confirm payments. The
 * simulator's script has the interface of Stripe.js, so that pages work with both.
 *
 * @param simulatorUrl base URL at which browsers reach the simulator, without a trailing slash
 */
public record BrowserProcessor(AccountKeys keys, String simulatorUrl) {
    private static final String SCRIPT_PATH = "/v3/";
    private static final String STRIPE =
            "https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com https://api.stripe.com";

    /**
     * The processor of one account.
     *
     * @param origins the sources that a page must allow scripts, frames and requests of, as in a content security
     *     policy
     */
    public record Access(String scriptUrl, String publishableKey, String origins) {}

    /** Returns the processor of an account; null if the account has no publishable key. */
    public @Nullable Access of(ProcessorAccount account) {
        if (account.simulated()) {
            return new Access(simulatorUrl + SCRIPT_PATH, keys.simulatedPublishableKey(account.scope()), simulatorUrl);
        }
        String key = account.publishableKey();
        return key == null ? null : new Access("https://js.stripe.com" + SCRIPT_PATH, key, STRIPE);
    }
}
