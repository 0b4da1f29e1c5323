package io.tollgate.sales.checkout;

import io.tollgate.sales.purchase.Upsell;
import org.jspecify.annotations.Nullable;

/**
 * The offer that an order accepts, and the first purchase after which it was shown.
 *
 * @param runId the funnel run; it has at most one order
 * @param checkoutId the checkout of the first purchase
 * @param pageId page of the first purchase
 * @param chargeId the payment or booking of the first purchase; null if it is a subscription
 * @param subscriptionId the subscription of the first purchase; null if it is none
 * @param customerId the buyer's customer at the processor; null if the first purchase saved no card
 * @param cardId the saved card at the processor; null if the buyer enters a card for the offer
 * @param total what the offer showed that the buyer pays now, in minor units
 */
public record AcceptedOffer(
        String runId,
        String checkoutId,
        String pageId,
        @Nullable String chargeId,
        @Nullable String subscriptionId,
        @Nullable String customerId,
        @Nullable String cardId,
        long total) {
    Upsell upsell() {
        return new Upsell(pageId, chargeId, subscriptionId);
    }
}
