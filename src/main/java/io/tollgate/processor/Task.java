package io.tollgate.processor;

import io.tollgate.platform.resource.Scope;
import io.vertx.core.json.JsonObject;
import java.time.Duration;

/**
 * A scheduled call to the processor.
 *
 * @param subjectId the processor's id, or the id of our record if the processor's id is unknown
 * @param attempts number of attempts so far
 * @param claimNumber of the claim of the node that works on it; 0 if none does
 */
public record Task(
        Scope scope, String id, Kind kind, String subjectId, JsonObject argument, int attempts, long claimNumber) {

    /** The kinds of tasks. */
    public enum Kind {
        DELETE_COUPON,
        RENAME_COUPON,
        DEACTIVATE_TAX_RATE,
        RENAME_TAX_RATE,
        /** Deactivates what was created for a record that was never written. */
        FORGET_TAX_RATE,
        /** Checks whether a subscription was canceled after a lost response, and records the result. */
        CONFIRM_CANCELLATION,
        /** Marks a subscription as ended at its end date, once the processor has ended it. */
        END_SUBSCRIPTION,
        /** Creates a coupon in an account that does not have it yet. */
        COPY_COUPON,
        /** Ends a checkout whose hold has expired. */
        SETTLE_CHECKOUT,
        /** Ends an offer after a purchase that was not accepted in time. */
        EXPIRE_OFFER,
        /** Marks a cart as abandoned, reminds its buyer, and ends it. */
        FOLLOW_DRAFT,
        /** Finishes a refund whose outcome is unknown or pending. */
        SETTLE_REFUND,
        /** Records the tax of a paid order at the processor. */
        RECORD_TAX,
        /** Reverses the recorded tax of a refund. */
        REVERSE_TAX,
        /** Records what the processor has charged for a subscription. */
        SYNC_SUBSCRIPTION,
        /** Records refunds and disputes that were reported before their payment was recorded. */
        SYNC_REFUNDS,
        /** Applies an event of the processor. */
        APPLY_EVENT;

        /**
         * Returns whether the task completes an abandoned request and stores its response. Other cleanup tasks undo the
         * request, so that a retry starts it again.
         */
        boolean completesRequest() {
            return this == SETTLE_REFUND || this == CONFIRM_CANCELLATION;
        }

        /** Returns the maximum back-off. Buyers wait for the outcome of payments; everything else can wait. */
        Duration pauseMax() {
            return this == SETTLE_CHECKOUT || this == APPLY_EVENT ? Duration.ofSeconds(15) : Duration.ofHours(2);
        }
    }

    public static Task of(Scope scope, String id, Kind kind, String subjectId, JsonObject argument) {
        return new Task(scope, id, kind, subjectId, argument, 0, 0);
    }

    /** Returns the idempotency key, which is the same for each attempt. */
    public String key() {
        return "tollgate-" + id;
    }
}
