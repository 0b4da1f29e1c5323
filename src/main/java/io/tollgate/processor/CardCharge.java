package io.tollgate.processor;

import io.vertx.core.json.JsonObject;

/**
 * A charge of a saved card.
 *
 * @param paymentId the payment that was created for it, with the customer who has saved the card
 * @param cardId id of the card at the processor
 * @param returnUrl where the bank's authentication leads if it needs a page of its own
 */
public record CardCharge(String paymentId, String cardId, String returnUrl) {
    JsonObject json() {
        return new JsonObject()
                .put("paymentId", paymentId)
                .put("cardId", cardId)
                .put("returnUrl", returnUrl);
    }

    static CardCharge of(JsonObject json) {
        return new CardCharge(json.getString("paymentId"), json.getString("cardId"), json.getString("returnUrl"));
    }
}
