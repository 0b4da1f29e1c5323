package io.tollgate.sales.purchase;

import org.jspecify.annotations.Nullable;

/** A recorded charge that can be refunded: a payment, a booking or a payment of a subscription. */
public interface Refundable {
    String id();

    String currency();

    /** Returns the id of the payment at the processor; null if it has none. */
    @Nullable
    String paymentIntentId();

    /** Returns the id of the charge at the processor; null if the record has none. */
    @Nullable
    String processorChargeId();
}
