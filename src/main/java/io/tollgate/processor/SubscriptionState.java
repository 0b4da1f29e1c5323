package io.tollgate.processor;

import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A subscription as the processor has it.
 *
 * @param customerId of the customer at the processor; null for subscriptions that were imported without one
 * @param items in the order of {@link SubscriptionTerms#items}
 * @param endsWithPeriod whether the subscription ends with its current period
 * @param endsAt when the subscription will end or ended; null without a known end
 * @param resumesAt when the processor charges a paused subscription again; null if that is not scheduled
 * @param confirmation what the buyer has to confirm in the browser; null if there is nothing to confirm
 * @param method the saved payment method that the processor charges; null before the buyer paid or saved one
 * @param savedCardId id of that method if it is a card; null for a wallet and for other methods
 * @param latestInvoiceId null before the first invoice
 * @param latestPayment the payment of the latest invoice, with the reason if it was declined; null if the invoice needs
 *     no payment
 */
public record SubscriptionState(
        String id,
        Status status,
        @Nullable String customerId,
        List<Item> items,
        Times times,
        boolean endsWithPeriod,
        @Nullable Instant endsAt,
        @Nullable Instant resumesAt,
        @Nullable Confirmation confirmation,
        PaymentState.@Nullable Method method,
        @Nullable String savedCardId,
        @Nullable String latestInvoiceId,
        @Nullable PaymentState latestPayment) {

    /** The states of a subscription at the processor. */
    public enum Status {
        /** The first invoice is not paid yet. */
        INCOMPLETE,
        /** The first invoice was not paid in time. The subscription never began. */
        INCOMPLETE_EXPIRED,
        TRIALING,
        ACTIVE,
        /** A renewal was declined, and the processor tries again. */
        PAST_DUE,
        /** All tries of a renewal failed, and the account keeps such subscriptions. */
        UNPAID,
        /** Nothing is charged for now. */
        PAUSED,
        CANCELED;

        /** Returns the status for a status of the protocol. */
        static Status of(String status) {
            return valueOf(status.toUpperCase(Locale.ROOT));
        }
    }

    /**
     * A part of the price at the processor.
     *
     * @param id of the subscription item
     * @param reference {@link SubscriptionTerms.Item#reference}; empty for subscriptions that Tollgate did not create
     * @param amount in the currency's smallest unit
     */
    public record Item(String id, String reference, String priceId, String productId, long amount) {}

    /**
     * The times of a subscription, in whole seconds.
     *
     * @param createdAt when the processor created the subscription
     * @param startedAt when the subscription began, with a trial if it has one
     * @param trialEnd null without a trial
     * @param anchor when the first period that is charged begins. All later periods are counted from here.
     * @param canceledAt when the cancellation was requested; null if it was not
     * @param endedAt null before the end
     */
    public record Times(
            Instant createdAt,
            Instant startedAt,
            @Nullable Instant trialEnd,
            Instant anchor,
            Instant periodStart,
            Instant periodEnd,
            @Nullable Instant canceledAt,
            @Nullable Instant endedAt) {}

    /**
     * What the buyer confirms.
     *
     * @param intentId of the payment intent or setup intent
     * @param clientSecret lets the buyer's browser confirm this intent, and nothing else
     * @param declined the last try to save a payment method if it was declined; null otherwise, and for a payment
     */
    public record Confirmation(
            Kind kind,
            String intentId,
            String clientSecret,
            @Nullable DeclinedSetup declined) {
        /** How the browser confirms. */
        public enum Kind {
            /** A payment of the amount that is due. */
            PAYMENT,
            /** A payment method is saved, because nothing is due yet. */
            SETUP
        }
    }

    /**
     * A declined try to save a payment method, for which nothing was charged.
     *
     * @param id of the try at the processor
     */
    public record DeclinedSetup(String id, PaymentState.Decline decline) {}

    public SubscriptionState {
        items = List.copyOf(items);
    }

    /** Returns whether the subscription has ended, so that the processor never charges again. */
    public boolean canceled() {
        return status == Status.CANCELED || status == Status.INCOMPLETE_EXPIRED;
    }

    /** Returns whether the state matches the requested cancellation. The processor stores whole seconds. */
    public boolean matches(CancellationTime ending) {
        return switch (ending.when()) {
            case NOW -> canceled();
            case AT_PERIOD_END -> canceled() || endsWithPeriod;
            case NEVER -> !canceled() && !endsWithPeriod && endsAt == null;
            case AT_DATE ->
                canceled()
                        || (endsAt != null
                                && ending.at() != null
                                && endsAt.getEpochSecond() == ending.at().getEpochSecond());
        };
    }
}
