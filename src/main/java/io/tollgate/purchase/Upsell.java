package io.tollgate.purchase;

import org.jspecify.annotations.Nullable;

/**
 * The purchase after which this one was offered, if it was.
 *
 * @param pageId the page of that purchase; null if this is no upsell
 * @param chargeId if that purchase is a payment or a booking
 * @param subscriptionId if it is a subscription
 */
public record Upsell(
        @Nullable String pageId,
        @Nullable String chargeId,
        @Nullable String subscriptionId) {
    /** A purchase that was not offered after another one. */
    public static final Upsell NONE = new Upsell(null, null, null);

    public boolean isAccepted() {
        return pageId != null;
    }
}
