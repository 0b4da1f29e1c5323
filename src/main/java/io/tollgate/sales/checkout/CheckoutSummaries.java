package io.tollgate.sales.checkout;

import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.resource.Scope;
import io.tollgate.platform.write.WriteContext;
import io.tollgate.platform.write.WriteExecutor;
import io.tollgate.processor.PaymentState;
import io.tollgate.sales.aftersales.LicenseKey;
import io.tollgate.sales.aftersales.LicenseKeyOwner;
import io.tollgate.sales.aftersales.LicenseKeys;
import io.tollgate.sales.checkout.Checkouts.Summary;
import io.tollgate.sales.purchase.ChargeStatus;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Shows checkouts to their buyers. */
record CheckoutSummaries(WriteExecutor writes) {
    private static final String STANDING = """
            SELECT convert_from(record, 'UTF8')::jsonb ->> 'orderStatus', status FROM (
                SELECT record, status FROM payment WHERE seller_id = $1 AND livemode = $2 AND id = $3
                UNION ALL
                SELECT record, status FROM booking WHERE seller_id = $1 AND livemode = $2 AND id = $3) c
            """;

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
        return charge == null
                ? writes.now(checkout.scope()).map(now -> summary(checkout, OrderStanding.VALID, null, decline, now))
                : writes.read(checkout.scope(), write -> of(write, checkout, charge, decline));
    }

    private static Future<Summary> of(
            WriteContext write, Checkout checkout, String charge, PaymentState.@Nullable Decline decline) {
        Future<OrderStanding> standing = write.transaction()
                .preparedQuery(STANDING)
                .execute(CheckoutStore.names(checkout.scope(), charge))
                .map(CheckoutSummaries::standing);
        LicenseKeyOwner owner = checkout.licenseKeyOwner();
        Future<@Nullable LicenseKey> key =
                owner == null ? Future.succeededFuture(null) : LicenseKeys.of(write, owner, charge);
        return Future.join(standing, key)
                .map(both -> summary(checkout, standing.result(), key.result(), decline, write.now()));
    }

    private static OrderStanding standing(RowSet<Row> rows) {
        for (Row row : rows) {
            if ("canceled".equals(row.getString(0))) {
                return OrderStanding.CANCELED;
            }
            return ChargeStatus.REFUNDED.wire().equals(row.getString(1)) ? OrderStanding.REFUNDED : OrderStanding.VALID;
        }
        return OrderStanding.VALID;
    }

    private static Summary summary(
            Checkout checkout,
            OrderStanding standing,
            @Nullable LicenseKey key,
            PaymentState.@Nullable Decline decline,
            Instant now) {
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
                Math.max(0, Duration.between(now, checkout.holdUntil()).toSeconds()),
                checkout.chargeId(),
                checkout.orderId(),
                standing,
                key == null || !key.isShown() ? null : key.key().toString(),
                decline,
                OrderFacts.of(placed));
    }
}
