package io.tollgate.processor;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A subscription to create at the processor. Tollgate decides every amount, and the processor charges exactly these
 * amounts: they contain discounts, fees and taxes, and the processor adds nothing.
 *
 * <p>Without a trial, the first invoice is due at once and contains the items and the one-time items. The subscription
 * becomes active when the buyer pays it. With a trial, the first invoice contains only the one-time items. If nothing
 * is due, the buyer saves a payment method instead of paying, unless there is a saved card.
 *
 * @param customer who is charged. The processor's customer is reused if the account has it, and created otherwise.
 * @param currency ISO 4217 code in lower case
 * @param items what is charged in each period, at least one and at most 20
 * @param oneTimeItems what the first invoice charges in addition, such as a setup fee, one-time options, or a prorated
 *     first period; at most 20. The discount does not apply to them.
 * @param discount reduces the items; null without one
 * @param createdAt when the terms were decided; the end of a payment plan without a trial counts from here
 * @param trialEnd when the first period begins and is charged: the end of a trial, a later start date or an anchor;
 *     null if the first period begins at once. Must be in the future.
 * @param anchorDay the day of the month on which periods begin, if the month of {@code trialEnd} is too short for it,
 *     so that the processor returns to it in longer months; null for the day of the first period
 * @param planIterations the number of periods of a payment plan, after which the subscription ends by itself; null for
 *     a subscription without an end
 * @param description shown in the processor's dashboard
 * @param metadata shown in the processor's dashboard, such as the order number
 * @param cardId the customer's saved card at the processor, which is charged later although the buyer pays nothing at
 *     first; null if the buyer pays or saves a payment method
 * @param cardOnly whether the buyer can pay by card only; false for all methods that the account offers
 */
public record SubscriptionTerms(
        PaymentTerms.Saving customer,
        String currency,
        BillingCycle cycle,
        List<Item> items,
        List<Item> oneTimeItems,
        @Nullable Discount discount,
        Instant createdAt,
        @Nullable Instant trialEnd,
        @Nullable Integer anchorDay,
        @Nullable Integer planIterations,
        String description,
        Map<String, String> metadata,
        @Nullable String cardId,
        boolean cardOnly) {
    private static final int ITEMS_MAX = 20;

    /**
     * A part of the price, with quantity 1.
     *
     * @param reference identifies the part in {@link SubscriptionState} and {@link SubscriptionInvoice}, such as
     *     {@code product} or the id of an option; unique among all items
     * @param product id of the product at the processor, chosen by Tollgate. The product is created if the account does
     *     not have it.
     * @param productName shown on the processor's invoices
     * @param amount total of the part in the currency's smallest unit, with its fees and tax
     */
    public record Item(String reference, String product, String productName, long amount) {}

    /**
     * A reduction of the items, for some or all periods.
     *
     * @param couponId id of the coupon that is created for this subscription, chosen by Tollgate
     * @param name shown on the processor's invoices
     * @param amountOff regular minus reduced total of one period, in the currency's smallest unit, at least 1
     * @param months for {@link Duration#REPEATING}: the reduction ends so many months after the creation; otherwise
     *     null
     */
    public record Discount(
            String couponId,
            String name,
            long amountOff,
            Duration duration,
            @Nullable Integer months) {
        /** Which periods are reduced. */
        public enum Duration {
            /** The first one that is charged. */
            ONCE,
            /** Those that begin within some months after the creation. */
            REPEATING,
            FOREVER
        }

        public Discount {
            if ((duration == Duration.REPEATING) != (months != null)) {
                throw new IllegalArgumentException("only a repeating discount has a number of months");
            }
        }
    }

    public SubscriptionTerms {
        items = List.copyOf(items);
        oneTimeItems = List.copyOf(oneTimeItems);
        metadata = Map.copyOf(metadata);
        if (items.isEmpty() || items.size() > ITEMS_MAX || oneTimeItems.size() > ITEMS_MAX) {
            throw new IllegalArgumentException("a subscription has 1 to 20 items and at most 20 one-time items");
        }
    }

    /**
     * Returns when a payment plan ends, which is the end of its last period; null without an end. A later charge is
     * impossible.
     */
    public @Nullable Instant planEnd() {
        Instant first = trialEnd == null ? createdAt : trialEnd;
        return planIterations == null ? null : cycle.after(first, planIterations, anchorDay);
    }
}
