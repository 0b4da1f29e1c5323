package io.tollgate.sales.aftersales;

import io.tollgate.platform.clock.Times;
import io.tollgate.platform.resource.Scope;
import io.tollgate.sales.purchase.SubscriptionStatus;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Row;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A license key.
 *
 * @param key the secret that the buyer received
 * @param paymentId null for the key of a subscription
 * @param subscription null for the key of a payment
 * @param disabledAt when the seller or a full refund disabled it; null if neither did
 */
public record LicenseKey(
        Scope scope,
        String id,
        UUID key,
        @Nullable String paymentId,
        @Nullable OfSubscription subscription,
        String pageId,
        String productId,
        String customerId,
        long uses,
        @Nullable Instant disabledAt,
        Instant createdAt,
        Instant updatedAt) {
    /** The subscription or payment plan of a key. */
    public record OfSubscription(String id, SubscriptionStatus status) {}

    /** @param row with {@link LicenseKeys#COLUMNS} */
    static LicenseKey of(Row row) {
        String subscriptionId = row.getString(5);
        OffsetDateTime disabled = row.getOffsetDateTime(11);
        return new LicenseKey(
                new Scope(row.getString(0), row.getBoolean(1)),
                row.getString(2),
                row.getUUID(3),
                row.getString(4),
                subscriptionId == null
                        ? null
                        : new OfSubscription(subscriptionId, SubscriptionStatus.of(row.getString(6))),
                row.getString(7),
                row.getString(8),
                row.getString(9),
                row.getLong(10),
                disabled == null ? null : disabled.toInstant(),
                row.getOffsetDateTime(12).toInstant(),
                row.getOffsetDateTime(13).toInstant());
    }

    /** Returns whether the key is not valid: disabled, or of a subscription that does not run. */
    public boolean isDisabled() {
        return disabledAt != null
                || (subscription != null && !subscription.status().isEntitled());
    }

    /** Returns whether the buyer sees the key. */
    public boolean isShown() {
        return disabledAt == null && (subscription == null || isShown(subscription.status()));
    }

    /** Returns whether the subscriber sees the key: from the order on, also before it is valid, until the end. */
    public static boolean isShown(SubscriptionStatus status) {
        return status.isEntitled() || status == SubscriptionStatus.SCHEDULED;
    }

    /** Returns the status of the subscription as the API writes it; null for the key of a payment. */
    public @Nullable String subscriptionStatus() {
        return subscription == null ? null : subscription.status().wire();
    }

    LicenseKey usedAt(Instant now) {
        return new LicenseKey(
                scope,
                id,
                key,
                paymentId,
                subscription,
                pageId,
                productId,
                customerId,
                uses + 1,
                disabledAt,
                createdAt,
                now);
    }

    Buffer bytes() {
        return new JsonObject()
                .put("id", id)
                .put("sellerId", scope.sellerId())
                .put("key", key.toString())
                .put("paymentId", paymentId)
                .put("subscriptionId", subscription == null ? null : subscription.id())
                .put("subscriptionStatus", subscriptionStatus())
                .put("pageId", pageId)
                .put("productId", productId)
                .put("customerId", customerId)
                .put("uses", uses)
                .put("disabled", isDisabled())
                .put("disabledAt", disabledAt == null ? null : Times.text(disabledAt))
                .put("livemode", scope.live())
                .put("createdAt", Times.text(createdAt))
                .put("updatedAt", Times.text(updatedAt))
                .toBuffer();
    }
}
