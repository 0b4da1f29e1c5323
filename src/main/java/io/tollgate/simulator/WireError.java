package io.tollgate.simulator;

import io.tollgate.simulator.TestCard.Decline;
import io.vertx.core.json.JsonObject;
import org.jspecify.annotations.Nullable;

/** An error response of the protocol. */
final class WireError extends RuntimeException {
    private final int status;
    private final String type;
    private final @Nullable String code;
    private final @Nullable String param;
    private final JsonObject more;

    private WireError(int status, String type, @Nullable String code, String message, @Nullable String param) {
        this(status, type, code, message, param, new JsonObject());
    }

    /** @param more further members of the error object */
    private WireError(
            int status, String type, @Nullable String code, String message, @Nullable String param, JsonObject more) {
        super(message, null, false, false);
        this.status = status;
        this.type = type;
        this.code = code;
        this.param = param;
        this.more = more;
    }

    static WireError missingObject(String kind, String id) {
        return new WireError(
                404, "invalid_request_error", "resource_missing", "No such " + kind + ": '" + id + "'", "id");
    }

    static WireError unknownPath(String method, String path) {
        String message = "Unrecognized request URL (" + method + ": " + path + ").";
        return new WireError(404, "invalid_request_error", null, message, null);
    }

    static WireError exists(String kind) {
        return new WireError(400, "invalid_request_error", "resource_already_exists", kind + " already exists.", "id");
    }

    static WireError invalid(String param, String message) {
        return new WireError(400, "invalid_request_error", "parameter_invalid", message, param);
    }

    static WireError invalidInteger(String param, String message) {
        return new WireError(400, "invalid_request_error", "parameter_invalid_integer", message, param);
    }

    /** An amount outside of the limits of its currency. */
    static WireError amount(String code, String message, String param) {
        return new WireError(400, "invalid_request_error", code, message, param);
    }

    static WireError missing(String param) {
        String message = "Missing required param: " + param + ".";
        return new WireError(400, "invalid_request_error", "parameter_missing", message, param);
    }

    static WireError unknown(String param) {
        String message = "Received unknown parameter: " + param;
        return new WireError(400, "invalid_request_error", "parameter_unknown", message, param);
    }

    /** The address does not determine which taxes apply. */
    static WireError taxLocationInvalid() {
        return new WireError(
                400,
                "invalid_request_error",
                "customer_tax_location_invalid",
                "We could not determine the customer's tax location based on the provided customer address.",
                null);
    }

    static WireError taxReferenceUsed(String reference) {
        String message = "A tax transaction with the reference '" + reference + "' already exists.";
        return new WireError(400, "invalid_request_error", "resource_already_exists", message, "reference");
    }

    static WireError declined() {
        return new WireError(402, "card_error", "card_declined", "Your card was declined.", null);
    }

    /** Invalid card data. */
    static WireError card(String code, String message, String param) {
        return new WireError(402, "card_error", code, message, "payment_method_data[card][" + param + "]");
    }

    /** A declined charge. */
    static WireError declined(Decline decline) {
        return declined(decline, "", null);
    }

    /**
     * @param kind of the intent, such as {@code payment_intent}
     * @param intent the intent after the decline, as its browser may see it
     */
    static WireError declined(Decline decline, String kind, @Nullable JsonObject intent) {
        JsonObject more = new JsonObject();
        if (decline.declineCode() != null) {
            more.put("decline_code", decline.declineCode());
        }
        if (intent != null) {
            more.put(kind, intent);
        }
        return new WireError(402, "card_error", decline.code(), decline.message(), null, more);
    }

    /** The state of a payment intent does not allow the request. */
    static WireError unexpectedState(String message) {
        return new WireError(400, "invalid_request_error", "payment_intent_unexpected_state", message, null);
    }

    /** The state of a setup intent does not allow the request. */
    static WireError unexpectedSetupState(String message) {
        return new WireError(400, "invalid_request_error", "setup_intent_unexpected_state", message, null);
    }

    /** The charge cannot be refunded. */
    static WireError notRefundable(String code, String message) {
        return new WireError(400, "invalid_request_error", code, message, null);
    }

    static WireError rateLimited() {
        return new WireError(429, "invalid_request_error", "rate_limit", "Too many requests.", null);
    }

    static WireError broken() {
        return new WireError(500, "api_error", null, "An unexpected error occurred.", null);
    }

    static WireError unauthorized() {
        return new WireError(401, "invalid_request_error", null, "Invalid API Key provided.", null);
    }

    /** The operation needs the other kind of key. */
    static WireError wrongKey(String message) {
        return new WireError(403, "invalid_request_error", "secret_key_required", message, null);
    }

    static WireError keyReused() {
        String message = "Keys for idempotent requests can only be used with the same parameters they were first"
                + " used with.";
        return new WireError(400, "idempotency_error", null, message, null);
    }

    static WireError keyInUse() {
        String message = "There is currently another in-progress request using this Idempotency Key.";
        return new WireError(409, "invalid_request_error", "idempotency_key_in_use", message, null);
    }

    static WireError keyTooLong() {
        String message = "Idempotency keys have 1 to 255 characters.";
        return new WireError(400, "invalid_request_error", "parameter_invalid_string_length", message, null);
    }

    int status() {
        return status;
    }

    JsonObject body() {
        JsonObject error = new JsonObject().put("type", type).put("message", getMessage());
        if (code != null) {
            error.put("code", code);
        }
        if (param != null) {
            error.put("param", param);
        }
        return new JsonObject().put("error", error.mergeIn(more));
    }
}
