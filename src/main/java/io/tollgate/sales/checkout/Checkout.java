package io.tollgate.sales.checkout;

import io.tollgate.platform.resource.Scope;
import io.tollgate.sales.aftersales.LicenseKeyOwner;
import io.tollgate.sales.purchase.ChargeStatus;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A stored checkout.
 *
 * @param deposit the first part that the card is charged; null if the total is paid at once
 * @param chargeId id of the payment or booking that the order became; null before
 * @param orderId order number of that record; null before
 * @param holdUntil when an unpaid order expires
 */
record Checkout(
        Scope scope,
        String id,
        CheckoutStatus status,
        long amount,
        @Nullable Long deposit,
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

    /** Returns the amount that the card is charged. */
    long payable() {
        return deposit == null ? amount : deposit;
    }

    /** Returns the status of the order's records once the card was charged. */
    ChargeStatus afterPayment() {
        return deposit == null ? ChargeStatus.PAID : ChargeStatus.PARTIALLY_PAID;
    }

    /** Returns what kind of record has the order's license key; null if the order gets none. */
    @Nullable
    LicenseKeyOwner licenseKeyOwner() {
        if (!(order instanceof ProductOrder product)
                || !product.page().product().generateLicenseKeys()) {
            return null;
        }
        return placed().priced() instanceof ProductOrder.PricedSubscription
                ? LicenseKeyOwner.SUBSCRIPTION
                : LicenseKeyOwner.PAYMENT;
    }

    boolean hasExpired(Instant now) {
        return status.isOpen() && !now.isBefore(holdUntil);
    }
}
