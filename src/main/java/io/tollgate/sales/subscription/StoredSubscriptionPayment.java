package io.tollgate.sales.subscription;

import io.tollgate.sales.purchase.Refundable;
import org.jspecify.annotations.Nullable;

/**
 * A recorded payment of a subscription: what its refunds read and write.
 *
 * @param status as the interface writes it, such as {@code succeeded}
 * @param refunded whether all of it was refunded
 * @param paymentIntentId the payment at the processor; null if nothing was charged
 */
public record StoredSubscriptionPayment(
        String id,
        String subscriptionId,
        String currency,
        long amount,
        String status,
        boolean paid,
        boolean refunded,
        boolean partiallyRefunded,
        @Nullable String paymentIntentId)
        implements Refundable {
    @Override
    public @Nullable String processorChargeId() {
        return null;
    }

    /** Returns the payment after a refund, or after a refund that failed later. */
    public StoredSubscriptionPayment withRefunds(boolean whole, boolean partial) {
        return new StoredSubscriptionPayment(
                id, subscriptionId, currency, amount, status, paid, whole, partial, paymentIntentId);
    }
}
