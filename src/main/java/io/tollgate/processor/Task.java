package io.tollgate.processor;

import io.tollgate.resource.Scope;
import io.vertx.core.json.JsonObject;

/**
 * Something that is to be done at the processor.
 *
 * @param subjectId id at the processor, or of our record where that one is not known yet
 * @param attempts how often it was taken up
 */
public record Task(Scope scope, String id, Kind kind, String subjectId, JsonObject argument, int attempts) {

    /** What there is to do. */
    public enum Kind {
        DELETE_COUPON,
        RENAME_COUPON,
        DEACTIVATE_TAX_RATE,
        RENAME_TAX_RATE,
        /** Deactivates whatever was made for a record of ours that was never written. */
        FORGET_TAX_RATE,
        /** Asks whether a subscription was ended, where the answer was lost, and records it. */
        CONFIRM_CANCELLATION,
        /** Ends a subscription whose end has come, once the processor has. */
        END_SUBSCRIPTION,
        /** Makes a coupon, by our id, in an account that does not know it yet. */
        COPY_COUPON
    }

    public static Task of(Scope scope, String id, Kind kind, String subjectId, JsonObject argument) {
        return new Task(scope, id, kind, subjectId, argument, 0);
    }

    /** Under which the processor is asked: the same each time. */
    public String key() {
        return "tollgate-" + id;
    }
}
