package io.tollgate.sales.checkout;

/** What has become of an order since it was complete. */
public enum OrderStanding {
    /** The buyer has what was ordered. So has that of a subscription, whatever its status. */
    VALID,
    /** Refunded in full, and not canceled. */
    REFUNDED,
    CANCELED
}
