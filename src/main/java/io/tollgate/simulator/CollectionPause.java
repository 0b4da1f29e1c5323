package io.tollgate.simulator;

import io.vertx.core.json.JsonObject;
import org.jspecify.annotations.Nullable;

/** Pauses of subscriptions: {@code pause_collection}. The invoices of the periods that begin meanwhile are void. */
final class CollectionPause {
    static final String PARAM = "pause_collection";

    private static final String BEHAVIOR = PARAM + "[behavior]";
    private static final String RESUMES_AT = PARAM + "[resumes_at]";

    private CollectionPause() {}

    /** Pauses a subscription, or ends its pause if the parameter is empty. Does nothing without the parameter. */
    static void change(long now, FormBody form, JsonObject subscription) {
        if (form.has(PARAM)) {
            subscription.put(PARAM, null);
        }
        if (!form.has(BEHAVIOR) && !form.has(RESUMES_AT)) {
            return;
        }
        if (!form.required(BEHAVIOR).equals("void")) {
            throw WireError.invalid(BEHAVIOR, "The simulator supports void only.");
        }
        Long resumesAt = form.integer(RESUMES_AT);
        if (resumesAt != null && resumesAt <= now) {
            throw WireError.invalid(RESUMES_AT, "The timestamp must be in the future.");
        }
        subscription.put(PARAM, new JsonObject().put("behavior", "void").put("resumes_at", resumesAt));
    }

    static boolean is(JsonObject subscription) {
        return subscription.getJsonObject(PARAM) != null;
    }

    /** Returns when a pause ends by itself, in seconds; null without a pause and without such a time. */
    static @Nullable Long resumesAt(JsonObject subscription) {
        JsonObject pause = subscription.getJsonObject(PARAM);
        return pause == null ? null : pause.getLong("resumes_at");
    }

    static void end(BilledSubscription book) {
        book.subscription().put(PARAM, null);
        book.report("customer.subscription.updated", book.subscription());
    }
}
