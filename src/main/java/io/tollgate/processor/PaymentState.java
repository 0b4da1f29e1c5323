package io.tollgate.processor;

import io.vertx.core.json.JsonObject;
import org.jspecify.annotations.Nullable;

/**
 * A payment as the processor has it.
 *
 * @param clientSecret lets the buyer's browser confirm this payment, and nothing else
 * @param amountReceived in the currency's smallest unit; 0 before success
 * @param chargeId the last charge, successful or declined; null if nothing was tried
 * @param method how the buyer paid; null before success
 * @param decline why the last try failed; null if it did not
 */
public record PaymentState(
        String id,
        Status status,
        String clientSecret,
        long amountReceived,
        String currency,
        @Nullable String chargeId,
        @Nullable Method method,
        @Nullable Decline decline) {

    /** The states of a payment. */
    public enum Status {
        /** Waits for the buyer, whose first or next try may follow. */
        OPEN,
        /** Waits for the buyer's authentication. */
        REQUIRES_ACTION,
        /** The outcome follows later, as with bank debits. */
        PROCESSING,
        SUCCEEDED,
        CANCELED;

        /** Returns the status for a status of the protocol. */
        static Status of(String status) {
            return switch (status) {
                case "requires_action" -> REQUIRES_ACTION;
                case "processing" -> PROCESSING;
                case "succeeded" -> SUCCEEDED;
                case "canceled" -> CANCELED;
                default -> OPEN;
            };
        }
    }

    /**
     * The means of payment.
     *
     * @param type such as {@code card}
     * @param brand of a card, such as {@code visa}
     */
    public record Method(
            String type, @Nullable String brand, @Nullable String last4) {}

    /**
     * A declined try.
     *
     * @param code such as {@code insufficient_funds}
     * @param message for the buyer, in the processor's words
     */
    public record Decline(String code, String message) {}

    JsonObject json() {
        JsonObject json = new JsonObject()
                .put("id", id)
                .put("status", status.name())
                .put("clientSecret", clientSecret)
                .put("amountReceived", amountReceived)
                .put("currency", currency)
                .put("chargeId", chargeId);
        if (method != null) {
            json.put(
                    "method",
                    new JsonObject()
                            .put("type", method.type())
                            .put("brand", method.brand())
                            .put("last4", method.last4()));
        }
        if (decline != null) {
            json.put("decline", new JsonObject().put("code", decline.code()).put("message", decline.message()));
        }
        return json;
    }

    static PaymentState of(JsonObject json) {
        JsonObject method = json.getJsonObject("method");
        JsonObject decline = json.getJsonObject("decline");
        return new PaymentState(
                json.getString("id"),
                Status.valueOf(json.getString("status")),
                json.getString("clientSecret"),
                json.getLong("amountReceived"),
                json.getString("currency"),
                json.getString("chargeId"),
                method == null
                        ? null
                        : new Method(method.getString("type"), method.getString("brand"), method.getString("last4")),
                decline == null ? null : new Decline(decline.getString("code"), decline.getString("message")));
    }
}
