package io.tollgate.tools.demo;

import io.tollgate.sales.cart.Buyer;
import io.tollgate.sales.cart.ShippingAddress;
import java.util.Objects;

/**
 * A buyer.
 *
 * @param id of the customer record
 * @param buyer without a shipping address
 * @param processorId id of the processor's customer
 */
record Person(
        String id,
        long createdAt,
        Buyer buyer,
        Region region,
        String processorId,
        String userAgent,
        int screenWidth,
        String clientIp) {

    /** Returns the same buyer with the billing address as the shipping address. */
    Buyer shippedTo() {
        return new Buyer(
                buyer.name(),
                buyer.email(),
                buyer.billingEmail(),
                buyer.company(),
                buyer.phone(),
                buyer.taxId(),
                buyer.taxIdType(),
                buyer.address(),
                new ShippingAddress(buyer.name(), buyer.phone(), Objects.requireNonNull(buyer.address())));
    }
}
