package io.tollgate.checkout;

import org.jspecify.annotations.Nullable;

/**
 * A payment of a checkout that can still be charged, or was.
 *
 * @param processorId null until the processor's response arrived
 * @param clientSecret null until the processor's response arrived
 * @param customerId the buyer's customer at the processor; null if there was none when the attempt was made
 */
record PaymentAttempt(
        String id,
        @Nullable String processorId,
        @Nullable String clientSecret,
        @Nullable String customerId) {
    /** Returns the idempotency key under which the payment is created, however often that is tried. */
    String key() {
        return "tollgate-" + id;
    }
}
