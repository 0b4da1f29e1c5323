package io.tollgate.sales.checkout;

import io.tollgate.platform.resource.Scope;
import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A purchase after which another page is offered.
 *
 * @param checkoutId the checkout of the first purchase
 * @param pageId page of the first purchase
 * @param offerPageId the page that is offered; null until the site of the seller shows one
 * @param redirects whether the offer is embedded on the seller's site, to which the buyer is redirected
 * @param chargeId the payment or booking of the first purchase; null if it is a subscription
 * @param subscriptionId the subscription of the first purchase; null if it is none
 * @param card the card that the first purchase has saved; null if the buyer has to enter one
 * @param wasShown whether the buyer has seen the offer
 * @param expiresAt when the offer ends
 * @param orderId the checkout of the offer; null until the buyer has accepted it
 * @param orderStatus its status; null without one
 */
public record FunnelRun(
        Scope scope,
        String id,
        String checkoutId,
        String pageId,
        @Nullable String offerPageId,
        boolean redirects,
        @Nullable String chargeId,
        @Nullable String subscriptionId,
        @Nullable Card card,
        Outcome outcome,
        boolean wasShown,
        Instant expiresAt,
        @Nullable String orderId,
        @Nullable CheckoutStatus orderStatus) {

    /** What has become of an offer. */
    public enum Outcome {
        /** Not shown yet. Ends at {@link #expiresAt}. */
        OPEN,
        /** Shown to the buyer, who has not decided. Ends at {@link #expiresAt}. */
        SHOWN,
        ACCEPTED,
        DECLINED,
        /** Not accepted until {@link #expiresAt}. */
        EXPIRED,
        /** Accepted, but not paid. */
        PAYMENT_FAILED,
        /** Could not be shown or sold, for example because it was sold out. */
        UNAVAILABLE;

        /** Returns the name in the API. */
        String wire() {
            return name().toLowerCase(Locale.ROOT);
        }

        public boolean isOpen() {
            return this == OPEN || this == SHOWN;
        }
    }

    /**
     * A card that can be charged with one click.
     *
     * @param customerId the buyer's customer at the processor
     * @param id of the card at the processor
     */
    public record Card(String customerId, String id, String brand, String last4) {}

    /** Returns whether the buyer can still decide. */
    public boolean isOpen(Instant now) {
        return outcome.isOpen() && now.isBefore(expiresAt);
    }

    AcceptedOffer accepted(long total) {
        return new AcceptedOffer(
                id,
                checkoutId,
                pageId,
                chargeId,
                subscriptionId,
                card == null ? null : card.customerId(),
                card == null ? null : card.id(),
                total);
    }
}
