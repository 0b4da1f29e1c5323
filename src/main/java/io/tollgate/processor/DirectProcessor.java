package io.tollgate.processor;

import io.tollgate.platform.resource.Scope;

/** Opens processor accounts for commands that run without a gateway. Calls are not retried. */
public record DirectProcessor(ProcessorSettings settings, AccountKeys keys) {
    /**
     * Opens an account at the configured processor.
     *
     * @param sealedKey the stored secret key of the account
     */
    public Processor open(Scope scope, byte[] sealedKey) {
        return new StripeProcessor(
                settings.url(),
                keys.open(scope, sealedKey),
                settings.connectTimeoutMillis(),
                settings.callTimeoutMillis());
    }
}
