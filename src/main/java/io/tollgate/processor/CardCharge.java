package io.tollgate.processor;

/**
 * A charge of a saved card.
 *
 * @param paymentId the payment that was created for it, with the customer who has saved the card
 * @param cardId id of the card at the processor
 * @param returnUrl where the bank's authentication leads if it needs a page of its own
 */
public record CardCharge(String paymentId, String cardId, String returnUrl) {}
