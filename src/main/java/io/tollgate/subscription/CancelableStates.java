package io.tollgate.subscription;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.error.ApiError;
import java.util.Set;

/** Tells which subscriptions can still be ended. */
final class CancelableStates {
    private static final Set<String> OVER = Set.of("canceled", "completed", "incomplete_expired", "failed");
    private static final Set<String> NOT_BEGUN = Set.of("draft", "draft_expired");

    private CancelableStates() {}

    static boolean is(ObjectNode subscription) {
        return OVER.contains(subscription.path("status").asText());
    }

    /** 409 where it has ended, or never began. */
    static void refuse(ObjectNode subscription) {
        String status = subscription.path("status").asText();
        if (OVER.contains(status)) {
            throw ApiError.conflict("subscription_ended", "The subscription has ended already: it is " + status);
        }
        if (NOT_BEGUN.contains(status)) {
            throw ApiError.conflict("subscription_not_begun", "The subscription has not begun: it is " + status);
        }
    }

    /** 409 where there is no period yet with which it could end: it never would. */
    static void refuseWithPeriod(ObjectNode subscription) {
        if (!subscription.hasNonNull("currentPeriodEnd")) {
            throw ApiError.conflict(
                    "subscription_not_begun", "The subscription has no period yet: end it with cancelImmediately");
        }
    }
}
