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
 * @param customerId whose method is saved for later charges; null if it is not saved
 * @param savedCardId id of the card that was saved for later charges; null for a wallet, a bank payment, and if nothing
 *     is saved
 */
public record PaymentState(
        String id,
        Status status,
        String clientSecret,
        long amountReceived,
        String currency,
        @Nullable String chargeId,
        @Nullable Method method,
        @Nullable Decline decline,
        @Nullable String customerId,
        @Nullable String savedCardId) {

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
     * @param country two-letter code of the card's bank, or null
     * @param card null if the method is not a card
     */
    public record Method(
            String type, @Nullable String country, @Nullable Card card) {
        JsonObject json() {
            JsonObject json = new JsonObject().put("type", type).put("country", country);
            return card == null
                    ? json
                    : json.put("brand", card.brand())
                            .put("last4", card.last4())
                            .put("expMonth", card.expMonth())
                            .put("expYear", card.expYear())
                            .put("funding", card.funding())
                            .put("wallet", card.wallet());
        }

        static @Nullable Method of(@Nullable JsonObject json) {
            if (json == null) {
                return null;
            }
            Card card = json.getString("last4") == null
                    ? null
                    : new Card(
                            json.getString("brand"),
                            json.getString("last4"),
                            json.getInteger("expMonth"),
                            json.getInteger("expYear"),
                            json.getString("funding"),
                            json.getString("wallet"));
            return new Method(json.getString("type"), json.getString("country"), card);
        }
    }

    /**
     * A card.
     *
     * @param funding such as {@code credit}
     * @param wallet that provided the card, such as {@code apple_pay}, or null
     */
    public record Card(
            String brand,
            String last4,
            int expMonth,
            int expYear,
            String funding,
            @Nullable String wallet) {}

    /**
     * A declined try.
     *
     * @param code such as {@code insufficient_funds}
     * @param message for the buyer, in the processor's words
     */
    public record Decline(String code, String message) {
        JsonObject json() {
            return new JsonObject().put("code", code).put("message", message);
        }

        static @Nullable Decline of(@Nullable JsonObject json) {
            return json == null ? null : new Decline(json.getString("code"), json.getString("message"));
        }
    }

    JsonObject json() {
        JsonObject json = new JsonObject()
                .put("id", id)
                .put("status", status.name())
                .put("clientSecret", clientSecret)
                .put("amountReceived", amountReceived)
                .put("currency", currency)
                .put("chargeId", chargeId)
                .put("customerId", customerId)
                .put("savedCardId", savedCardId);
        if (method != null) {
            json.put("method", method.json());
        }
        if (decline != null) {
            json.put("decline", decline.json());
        }
        return json;
    }

    static PaymentState of(JsonObject json) {
        return new PaymentState(
                json.getString("id"),
                Status.valueOf(json.getString("status")),
                json.getString("clientSecret"),
                json.getLong("amountReceived"),
                json.getString("currency"),
                json.getString("chargeId"),
                Method.of(json.getJsonObject("method")),
                Decline.of(json.getJsonObject("decline")),
                json.getString("customerId"),
                json.getString("savedCardId"));
    }
}
