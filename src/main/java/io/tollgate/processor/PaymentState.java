package io.tollgate.processor;

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
            String type, @Nullable String country, @Nullable Card card) {}

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
    public record Decline(String code, String message) {}
}
