package io.tollgate.sales.checkout;

import org.jspecify.annotations.Nullable;

/**
 * A payment or a subscription of a checkout that can still be charged, or was.
 *
 * @param subscription whether it is a subscription at the processor
 * @param processorId null until the processor's response arrived
 * @param clientSecret null until the processor's response arrived; {@link #NOTHING} if there is nothing to confirm
 * @param customerId the buyer's customer at the processor; null if there was none when the attempt was made
 */
record PaymentAttempt(
        String id,
        boolean subscription,
        @Nullable String processorId,
        @Nullable String clientSecret,
        @Nullable String customerId) {
    /** The secret of a subscription that never charges anything, for which no payment method is saved. */
    static final String NOTHING = "";

    /** Returns whether the buyer has nothing to confirm, because nothing will ever be charged. */
    boolean isFree() {
        return NOTHING.equals(clientSecret);
    }

    /** Returns the idempotency key under which the payment is created, however often that is tried. */
    String key() {
        return "tollgate-" + id;
    }

    /** Returns this attempt as the processor has created it. */
    PaymentAttempt created(String idAtProcessor, @Nullable String secret) {
        return new PaymentAttempt(id, subscription, idAtProcessor, secret, customerId);
    }

    /**
     * Returns the id of the setup in which the buyer saved a payment method, because nothing was due; null for a
     * payment.
     */
    @Nullable
    String setupId() {
        return clientSecret != null && clientSecret.startsWith("seti_")
                ? clientSecret.substring(0, clientSecret.indexOf("_secret"))
                : null;
    }
}
