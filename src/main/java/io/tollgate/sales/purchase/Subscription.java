package io.tollgate.sales.purchase;

import io.tollgate.catalog.model.CheckoutPage;
import io.tollgate.catalog.model.Price;
import io.tollgate.sales.cart.SubscriptionCart;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A purchase that is charged again and again, and how far it is.
 *
 * @param purchase with the quote of a period
 * @param page the page of the purchase
 * @param price as the page has it, whatever the link to the page named
 * @param dynamicPrice the price that the link to the page named; null if it named none
 * @param licenseKeyId null without a license key
 * @param paymentStatus of the last payment, in the processor's words
 * @param method null before the buyer paid
 * @param periods null before it began
 * @param updatedAt when any of this last changed
 */
public record Subscription(
        Purchase purchase,
        CheckoutPage page,
        SubscriptionCart cart,
        Price price,
        @Nullable Long dynamicPrice,
        @Nullable String licenseKeyId,
        SubscriptionStatus status,
        String paymentStatus,
        @Nullable String paymentError,
        @Nullable PaymentMethod method,
        Processing processing,
        @Nullable Periods periods,
        @Nullable Ending ending,
        @Nullable Refund refund,
        @Nullable Abandonment abandonment,
        Instant updatedAt) {

    /**
     * Ids of the processor; each is null if it has no such object.
     *
     * @param items the ids of its parts
     * @param itemsPaid whether its one-time charges were paid
     */
    public record Processing(
            @Nullable String subscriptionId,
            @Nullable String customerId,
            @Nullable String paymentIntentId,
            @Nullable String setupIntentId,
            Items items,
            boolean itemsPaid) {}

    /** Ids of the processor for parts of a subscription; null for parts that it does not have. */
    public interface Items {
        /** @param reference the id of a variant option, or the name of a fee */
        @Nullable
        String price(String reference);

        @Nullable
        String product(String reference);

        @Nullable
        String invoiceItem(String reference);
    }

    /**
     * @param start when the subscription starts
     * @param trialEnd null without a trial
     * @param currentStart when the current period starts
     */
    public record Periods(Instant start, @Nullable Instant trialEnd, Instant currentStart, Instant currentEnd) {}

    /**
     * A requested cancellation.
     *
     * @param cancelAt when the subscription will end; null if it has
     * @param atPeriodEnd whether it ends with the current period
     * @param userId the user who requested it; null if that was an API key
     */
    public record Ending(
            Instant requestedAt,
            @Nullable Instant cancelAt,
            boolean atPeriodEnd,
            @Nullable String userId,
            @Nullable ApiKey key,
            String reason) {}

    /** The API key that requested the cancellation. */
    public record ApiKey(String id, String name) {}
}
