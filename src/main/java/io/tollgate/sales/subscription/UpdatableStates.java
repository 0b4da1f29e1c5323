package io.tollgate.sales.subscription;

import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.error.ApiError.Problem;
import io.tollgate.pricing.Currency;
import io.tollgate.sales.cart.BillingSchedule;
import io.tollgate.sales.cart.CartLimits;
import io.tollgate.sales.purchase.SubscriptionStatus;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Decides which subscriptions can change what they charge. */
final class UpdatableStates {
    private static final Set<SubscriptionStatus> NOT_CHARGED =
            Set.of(SubscriptionStatus.TRIALING, SubscriptionStatus.SCHEDULED);

    private UpdatableStates() {}

    /**
     * Fails with 409 if the subscription has ended or not started, and with 400 if it cannot change now.
     *
     * @param param the parameter that the error names
     */
    static void refuse(StoredSubscription subscription, String param) {
        CancelableStates.refuse(subscription);
        SubscriptionStatus status = subscription.status();
        if (subscription.schedule().payments() > 0) {
            throw invalid(param, "cannot change: an installment plan is a debt with fixed payments");
        }
        if (status != SubscriptionStatus.ACTIVE && !NOT_CHARGED.contains(status)) {
            throw invalid(param, "cannot change while the status of the subscription is " + status.wire());
        }
        StoredSubscription.Ending ending = subscription.ending();
        if (ending.isScheduled() && (!ending.atPeriodEnd() || isFree(subscription))) {
            throw invalid(param, "cannot change while this cancellation is scheduled; undo it first with uncancel");
        }
        if (subscription.processorId() == null) {
            throw imported(param);
        }
    }

    static ApiError imported(String param) {
        return invalid(param, "cannot change: the subscription was not bought on a page of this account");
    }

    /**
     * Fails with 400 if a coupon reduces the current period or a later one: the processor reduces each charge by the
     * amount that the coupon took off the order, whatever the subscription charges.
     */
    static void refuseReduced(StoredSubscription subscription, ChargedTerms present, String param) {
        Instant until = present.reducedUntil();
        if (until != null && begins(subscription).isBefore(until.truncatedTo(ChronoUnit.SECONDS))) {
            throw invalid(param, "cannot change while the coupon of the subscription reduces its charges");
        }
    }

    /** Fails with 400 unless the difference is charged at once, if no charge follows. */
    static void refuseLater(StoredSubscription subscription, TermsChange.Proration proration) {
        if (subscription.ending().isScheduled() && proration != TermsChange.Proration.CHARGE) {
            throw invalid("proration", "must be charge: the subscription ends with its period, and no charge follows");
        }
    }

    /** Fails with 400 if the processor cannot charge the amount, or if nothing was or would be charged. */
    static void refuseAmount(ChargedTerms former, ChargedTerms next, String currency, String param) {
        if (former.amount() == 0 || next.amount() == 0) {
            throw invalid(param, "cannot change to or from a subscription that costs nothing");
        }
        Problem problem = CartLimits.charge(next.amount(), currency);
        if (problem != null) {
            throw ApiError.invalid(param, problem.message(), next.amount());
        }
    }

    /** Fails with 400 if the currency has no parts of periods that can be charged. */
    static void refuseIndivisible(String currency) {
        if (Currency.of(currency).step() > 1) {
            throw invalid("proration", "must be none: parts of periods cannot be charged in this currency");
        }
    }

    /** Returns whether nothing of the current period was charged, so that nothing of it can be prorated. */
    static boolean isFree(StoredSubscription subscription) {
        return NOT_CHARGED.contains(subscription.status());
    }

    /** Fails with 400 if the current period is the first one and was charged apart from the others. */
    static void refuseFirstApart(StoredSubscription subscription, ChargedTerms present) {
        BillingSchedule schedule = present.cart().schedule();
        if (!isFree(subscription)
                && schedule.isFirstApart()
                && begins(subscription).isBefore(schedule.periodStart(1).truncatedTo(ChronoUnit.SECONDS))) {
            throw invalid("proration", "must be none: the first period was charged apart from the others");
        }
    }

    /** Fails with 400 if a change would apply before the last one. */
    static void refuseEarlier(UpdateStore.Paid paid, Instant at) {
        Instant changed = paid.changedAt();
        if (changed != null && at.isBefore(changed.truncatedTo(ChronoUnit.SECONDS))) {
            throw ApiError.invalid("prorationDate", "must not be before the last change of the subscription", at + "");
        }
    }

    /** Fails with 400 unless what the subscription charges now was paid for the current period. */
    static void refuseUnpaid(UpdateStore.Paid paid) {
        if (paid.unpaidChange()) {
            throw unpaid("the last change was not charged for this period");
        }
        if (!paid.charged()) {
            throw unpaid("nothing was charged for this period");
        }
        if (paid.refunded()) {
            throw unpaid("a charge of this period was refunded");
        }
    }

    private static ApiError unpaid(String reason) {
        return invalid("proration", "must be none until the next charge: " + reason);
    }

    private static Instant begins(StoredSubscription subscription) {
        Instant start = subscription.period().start();
        return start == null ? Instant.MIN : start;
    }

    static ApiError invalid(String param, String message) {
        return ApiError.invalid(param, message, null);
    }

    /**
     * Returns the time from which a difference is calculated, in whole seconds, as the processor has it.
     *
     * @param asked null for now, or the beginning of a first period that begins later
     * @param start of the current period
     */
    static Instant time(@Nullable Instant asked, Instant now, @Nullable Instant start) {
        if (asked == null) {
            Instant whole = now.truncatedTo(ChronoUnit.SECONDS);
            return start != null && start.isAfter(whole) ? start : whole;
        }
        if (asked.isAfter(now) || (start != null && asked.isBefore(start))) {
            throw ApiError.invalid("prorationDate", "must be in the current period and not in the future", asked + "");
        }
        return asked.truncatedTo(ChronoUnit.SECONDS);
    }
}
