package io.tollgate.sales.aftersales;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.sales.purchase.ChargeStatus;

/** The status of a stored payment or booking. All changes of orders go through {@link #move}. */
final class OrderStatus {
    private OrderStatus() {}

    static ChargeStatus of(ObjectNode charge) {
        return ChargeStatus.of(charge.path("status").asText());
    }

    /**
     * Changes the status.
     *
     * @throws IllegalStateException if the status cannot follow the current one
     */
    static void move(ObjectNode charge, ChargeStatus status) {
        charge.put("status", of(charge).to(status).wire());
    }
}
