package io.tollgate.sales.subscription;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.error.ApiError;
import java.util.Set;

/** Decides which subscriptions can still be canceled. */
final class CancelableStates {
    private static final Set<String> ENDED = Set.of("canceled", "completed", "incomplete_expired", "failed");
    private static final Set<String> NOT_STARTED = Set.of("draft", "draft_expired");

    private CancelableStates() {}

    static boolean is(ObjectNode subscription) {
        return ENDED.contains(subscription.path("status").asText());
    }

    /** Fails with 409 if the subscription has ended or never started. */
    static void refuse(ObjectNode subscription) {
        String status = subscription.path("status").asText();
        if (ENDED.contains(status)) {
            throw ApiError.conflict(
                    "subscription_ended", "The subscription has already ended; its status is " + status);
        }
        if (NOT_STARTED.contains(status)) {
            throw ApiError.conflict(
                    "subscription_not_begun", "The subscription has not started; its status is " + status);
        }
    }

    /** Fails with 409 if the subscription is canceled at a later time. */
    static void refuseEnding(ObjectNode subscription) {
        if (subscription.hasNonNull("cancelAt")) {
            throw ApiError.conflict("subscription_ended", "The subscription is already canceled");
        }
    }

    /** Fails with 409 unless the subscription begins in the future. */
    static void refuseBegun(ObjectNode subscription) {
        if (!subscription.path("status").asText().equals("scheduled")) {
            throw ApiError.conflict("page_changed", "The subscription has begun; it can end with its period");
        }
    }

    /** Fails with 409 if the subscription has no period yet, at whose end it could be canceled. */
    static void refuseWithPeriod(ObjectNode subscription) {
        if (!subscription.hasNonNull("currentPeriodEnd")) {
            throw ApiError.conflict(
                    "subscription_not_begun", "The subscription has no period yet; cancel it with cancelImmediately");
        }
    }
}
