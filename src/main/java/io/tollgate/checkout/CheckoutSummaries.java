package io.tollgate.checkout;

import io.tollgate.checkout.Checkouts.Summary;
import io.tollgate.error.ApiError;
import io.tollgate.order.LicenseKeys;
import io.tollgate.processor.PaymentState;
import io.tollgate.resource.Scope;
import io.tollgate.write.WriteExecutor;
import io.vertx.core.Future;
import org.jspecify.annotations.Nullable;

/** Shows checkouts to their buyers. */
record CheckoutSummaries(WriteExecutor writes) {
    /** Returns a checkout as it is stored now. */
    Future<Summary> find(Scope scope, String id, PaymentState.@Nullable Decline decline) {
        return writes.read(scope, write -> CheckoutStore.find(write.transaction(), scope, id))
                .compose(checkout -> of(required(checkout), decline));
    }

    /** @throws ApiError 404 if there is no checkout */
    static Checkout required(@Nullable Checkout checkout) {
        if (checkout == null) {
            throw ApiError.notFound("Checkout");
        }
        return checkout;
    }

    /** Returns a checkout with the license key of its order. */
    Future<Summary> of(Checkout checkout, PaymentState.@Nullable Decline decline) {
        String charge = checkout.chargeId();
        return charge == null || !checkout.hasLicenseKey()
                ? Future.succeededFuture(summary(checkout, null, decline))
                : writes.read(checkout.scope(), write -> LicenseKeys.ofCharge(write, charge))
                        .map(key -> summary(checkout, key, decline));
    }

    private static Summary summary(
            Checkout checkout, LicenseKeys.@Nullable LicenseKey key, PaymentState.@Nullable Decline decline) {
        PageOrder.Placed placed = checkout.placed();
        return new Summary(
                checkout.scope(),
                checkout.id(),
                checkout.status(),
                checkout.order().page(),
                placed.priced().quote(),
                OrderPrice.subscription(placed.priced()),
                placed.priced().currency(),
                checkout.payable(),
                checkout.order().page().displayTitle(),
                placed.buyer().email(),
                checkout.order().option(),
                checkout.holdUntil(),
                checkout.chargeId(),
                checkout.orderId(),
                key == null || key.disabledAt() != null ? null : key.key().toString(),
                decline,
                OrderFacts.of(placed));
    }
}
