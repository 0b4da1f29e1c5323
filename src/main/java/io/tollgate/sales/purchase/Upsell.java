package io.tollgate.sales.purchase;

import org.jspecify.annotations.Nullable;

/**
 * The purchase after which this one was offered.
 *
 * @param pageId page of that purchase; null if this purchase is not an upsell
 * @param chargeId id if that purchase is a payment or a booking
 * @param subscriptionId id if it is a subscription
 */
public record Upsell(
        @Nullable String pageId,
        @Nullable String chargeId,
        @Nullable String subscriptionId) {
    /** A purchase that is not an upsell. */
    public static final Upsell NONE = new Upsell(null, null, null);

    public boolean isAccepted() {
        return pageId != null;
    }
}
