package io.tollgate.tools.demo;

import io.tollgate.cart.Buyer;
import io.tollgate.cart.ShippingAddress;
import java.util.Objects;

/**
 * Someone who buys.
 *
 * @param id of the customer record
 * @param buyer without an address to ship to
 * @param processorId of the processor's customer
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

    /** The same buyer, who wants something shipped home. */
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
