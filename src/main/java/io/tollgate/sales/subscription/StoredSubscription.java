package io.tollgate.sales.subscription;

import io.tollgate.catalog.model.Price;
import io.tollgate.sales.purchase.Refund;
import io.tollgate.sales.purchase.SubscriptionStatus;
import io.tollgate.sales.purchase.SubscriptionWriter;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A recorded subscription: what its changes read and write. Each transition returns the next value.
 *
 * @param processorId null if the processor does not have the subscription
 * @param pause null if it is not paused
 * @param progress what the processor has reported since the record was read; null for nothing
 * @param lastRefund a refund since the record was read; null for none
 * @param charged what it charges after a change since the record was read; null for no change
 */
public record StoredSubscription(
        String id,
        SubscriptionStatus status,
        @Nullable String processorId,
        Subscriber subscriber,
        Article article,
        Schedule schedule,
        Period period,
        Ending ending,
        @Nullable Pause pause,
        SubscriptionWriter.@Nullable Progress progress,
        @Nullable Refund lastRefund,
        @Nullable ChargedTerms charged) {
    /** The customer who subscribed. */
    public record Subscriber(
            String customerId, String email, @Nullable String name) {}

    /** What is sold, and where. */
    public record Article(String pageId, @Nullable String pageSlug, String productId, String title, String currency) {}

    /**
     * When the subscription is charged.
     *
     * @param startDate null if an imported record has none
     * @param trialEnd null without a trial
     * @param plan the schedule of a payment plan; null for a subscription without end
     */
    public record Schedule(
            Instant createdAt,
            @Nullable Instant startDate,
            @Nullable Instant trialEnd,
            Price.@Nullable Recurrence plan) {
        /** Returns the start of the first period. */
        Instant firstPeriod() {
            return trialEnd != null ? trialEnd : startDate != null ? startDate : createdAt;
        }

        /** Returns the number of payments of a plan; 0 for a subscription without end. */
        long payments() {
            Integer payments = plan == null ? null : plan.planIterations();
            return payments == null ? 0 : payments;
        }
    }

    /** The current period; null before it is known. */
    public record Period(@Nullable Instant start, @Nullable Instant end) {}

    /**
     * The time in which nothing is charged.
     *
     * @param end when the charges begin again; null if that is not scheduled
     */
    public record Pause(Instant start, @Nullable Instant end) {}

    /**
     * The requested cancellation.
     *
     * @param requestedAt null if none was requested
     * @param at when the subscription will end; null if that is not known, or if it has ended
     * @param atPeriodEnd whether it ends with the current period
     * @param author who requested it
     * @param reason null without one
     */
    public record Ending(
            @Nullable Instant requestedAt,
            @Nullable Instant at,
            boolean atPeriodEnd,
            Author author,
            @Nullable String reason) {
        /** Returns whether an end is scheduled, unless the subscription has ended. */
        boolean isScheduled() {
            return atPeriodEnd || at != null;
        }

        private Ending at(@Nullable Instant end, boolean withPeriod) {
            return new Ending(requestedAt, end, withPeriod, author, reason);
        }
    }

    /**
     * Who requested a cancellation: a customer or a member, an API key, or neither if the processor reported it.
     *
     * @param keyName the name of the key at that time
     */
    public record Author(
            @Nullable String customerId,
            @Nullable String keyId,
            @Nullable String keyName) {
        boolean isKnown() {
            return customerId != null || keyId != null;
        }
    }

    /** Returns the subscription after an immediate cancellation. */
    StoredSubscription canceled() {
        return with(SubscriptionStatus.CANCELED, ending.at(null, false));
    }

    /** Returns the subscription after its unpaid invoices were voided or paid. */
    StoredSubscription settled() {
        boolean overdue = status == SubscriptionStatus.PAST_DUE || status == SubscriptionStatus.UNPAID;
        return overdue ? with(SubscriptionStatus.ACTIVE, ending) : this;
    }

    /** Returns the subscription with an end at the end of its current period. */
    StoredSubscription canceledAtPeriodEnd() {
        return with(status, ending.at(period.end(), true));
    }

    /** Returns the subscription with an end at this time. */
    StoredSubscription canceledAt(Instant end) {
        return with(status, ending.at(end, false));
    }

    /** Returns whether this customer has canceled at the end of the period, and can undo that. */
    boolean isUndoable(String customerId) {
        return ending.atPeriodEnd() && customerId.equals(ending.author().customerId());
    }

    /** Returns the subscription without its scheduled cancellation. */
    StoredSubscription uncanceled() {
        return with(status, new Ending(null, null, false, new Author(null, null, null), null));
    }

    /** Returns the subscription with the author of its first cancellation. */
    StoredSubscription canceledBy(Author author, Instant requestedAt) {
        return with(status, new Ending(requestedAt, ending.at(), ending.atPeriodEnd(), author, ending.reason()));
    }

    StoredSubscription withReason(@Nullable String reason) {
        return with(
                status, new Ending(ending.requestedAt(), ending.at(), ending.atPeriodEnd(), ending.author(), reason));
    }

    /**
     * Returns the subscription after its end date.
     *
     * @param paidOff whether it is a plan whose charges are all paid
     */
    StoredSubscription ended(boolean paidOff) {
        return with(paidOff ? SubscriptionStatus.COMPLETED : SubscriptionStatus.CANCELED, ending);
    }

    /** Returns the subscription of an order that was paid after it had expired. Its payments are refunded. */
    public StoredSubscription refused(Instant now, String note) {
        return with(
                SubscriptionStatus.CANCELED, new Ending(now, ending.at(), ending.atPeriodEnd(), ending.author(), note));
    }

    /**
     * Returns the subscription after the processor has reported its payments and its period.
     *
     * @param paused the pause at the processor; null without one
     */
    StoredSubscription progressed(SubscriptionWriter.Progress reported, Period current, @Nullable Pause paused) {
        @Nullable Pause begun = paused;
        if (paused != null && pause != null) {
            begun = new Pause(pause.start(), paused.end());
        }
        return new StoredSubscription(
                id,
                reported.status(),
                processorId,
                subscriber,
                article,
                schedule,
                current,
                ending,
                begun,
                reported,
                lastRefund,
                charged);
    }

    /** Returns the subscription while nothing is charged. */
    StoredSubscription paused(Pause begun) {
        return with(SubscriptionStatus.PAUSED, ending, begun);
    }

    /** Returns the subscription after its pause. */
    StoredSubscription resumed() {
        return with(SubscriptionStatus.ACTIVE, ending, null);
    }

    /**
     * Returns the subscription after the processor has reported its cancellation.
     *
     * @param end when it will end; null if it has
     */
    StoredSubscription canceledAtProcessor(Instant requestedAt, @Nullable Instant end, boolean withPeriod) {
        return with(status, new Ending(requestedAt, end, withPeriod, ending.author(), ending.reason()));
    }

    /** Returns the subscription after a refund of one of its payments. */
    public StoredSubscription refunded(Refund refund) {
        return with(status, ending, pause, refund, charged);
    }

    /** Returns the subscription after a change of what it charges. */
    StoredSubscription charging(ChargedTerms terms) {
        return with(status, ending, pause, lastRefund, terms);
    }

    /** A subscription that has ended is not paused. */
    private StoredSubscription with(SubscriptionStatus next, Ending end) {
        return with(next, end, next == SubscriptionStatus.PAUSED ? pause : null);
    }

    private StoredSubscription with(SubscriptionStatus next, Ending end, @Nullable Pause paused) {
        return with(next, end, paused, lastRefund, charged);
    }

    private StoredSubscription with(
            SubscriptionStatus next,
            Ending end,
            @Nullable Pause paused,
            @Nullable Refund refund,
            @Nullable ChargedTerms terms) {
        return new StoredSubscription(
                id, next, processorId, subscriber, article, schedule, period, end, paused, progress, refund, terms);
    }
}
