package io.tollgate.sales.subscription;

import io.tollgate.platform.error.ApiError;
import io.tollgate.sales.purchase.SubscriptionStatus;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Decides which subscriptions can still be canceled. */
final class CancelableStates {
    private static final Set<SubscriptionStatus> ENDED = Set.of(
            SubscriptionStatus.CANCELED,
            SubscriptionStatus.COMPLETED,
            SubscriptionStatus.INCOMPLETE_EXPIRED,
            SubscriptionStatus.FAILED);

    private CancelableStates() {}

    static boolean is(StoredSubscription subscription) {
        return ENDED.contains(subscription.status());
    }

    /** Fails with 409 if the subscription has ended or never started. */
    static void refuse(StoredSubscription subscription) {
        SubscriptionStatus status = subscription.status();
        if (ENDED.contains(status)) {
            throw ApiError.conflict(
                    "subscription_ended", "The subscription has already ended; its status is " + status.wire());
        }
        if (status.isDraft()) {
            throw ApiError.conflict(
                    "subscription_not_begun", "The subscription has not started; its status is " + status.wire());
        }
    }

    /** Fails with 409 for an installment plan. It is a debt, which only the seller can waive. */
    static void refusePlan(StoredSubscription subscription) {
        if (subscription.schedule().payments() > 0) {
            throw ApiError.conflict("page_changed", "Only the seller can cancel an installment plan");
        }
    }

    /** Fails with 409 unless a cancellation is scheduled that can be undone. The end of a plan is part of its terms. */
    static void refuseUndo(StoredSubscription subscription, @Nullable String customerId) {
        refuse(subscription);
        if (subscription.schedule().payments() > 0) {
            throw ApiError.conflict("subscription_is_plan", "The cancellation of an installment plan cannot be undone");
        }
        if (!subscription.ending().isScheduled()) {
            throw ApiError.conflict("subscription_not_canceled", "No cancellation of the subscription is scheduled");
        }
        if (customerId != null && !subscription.isUndoable(customerId)) {
            throw ApiError.conflict("page_changed", "Only the seller can undo this cancellation");
        }
    }

    /** Fails with 409 if the subscription is canceled at a later time. */
    static void refuseEnding(StoredSubscription subscription) {
        if (subscription.ending().at() != null) {
            throw ApiError.conflict("subscription_ended", "The subscription is already canceled");
        }
    }

    /** Fails with 409 unless the subscription begins in the future. */
    static void refuseBegun(StoredSubscription subscription) {
        if (subscription.status() != SubscriptionStatus.SCHEDULED) {
            throw ApiError.conflict("page_changed", "The subscription has begun; it can end with its period");
        }
    }

    /** Fails with 409 if the subscription has no period yet, at whose end it could be canceled. */
    static void refuseWithPeriod(StoredSubscription subscription) {
        if (subscription.period().end() == null) {
            throw ApiError.conflict(
                    "subscription_not_begun", "The subscription has no period yet; cancel it with cancelImmediately");
        }
    }
}
