package io.tollgate.checkout;

import io.tollgate.resource.Scope;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A stored checkout.
 *
 * @param chargeId id of the payment that the order became; null before
 * @param orderId order number of that payment; null before
 * @param holdUntil when an unpaid order expires
 */
record Checkout(
        Scope scope,
        String id,
        CheckoutStatus status,
        long amount,
        PageOrder order,
        StockClaims claims,
        @Nullable String chargeId,
        @Nullable String orderId,
        Instant holdUntil) {
    /** Returns the order with its price, which the stored values determine. */
    PageOrder.Placed placed() {
        PageOrder.Placed placed = order.place(List.of());
        if (placed.priced().total() != amount) {
            throw new IllegalStateException("the stored order " + id + " no longer has its price");
        }
        return placed;
    }

    boolean hasExpired(Instant now) {
        return status.isOpen() && !now.isBefore(holdUntil);
    }
}
