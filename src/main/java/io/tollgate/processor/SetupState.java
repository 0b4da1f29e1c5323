package io.tollgate.processor;

import org.jspecify.annotations.Nullable;

/**
 * The saving of a payment method without a charge, as the processor has it.
 *
 * @param clientSecret lets the buyer's browser confirm this setup, and nothing else
 * @param customerId whose method is saved
 * @param methodId of the saved method at the processor; null before success
 * @param decline why the last try failed; null if it did not
 */
public record SetupState(
        String id,
        Status status,
        String clientSecret,
        @Nullable String customerId,
        @Nullable String methodId,
        PaymentState.@Nullable Method method,
        PaymentState.@Nullable Decline decline) {

    /** The states of a setup. */
    public enum Status {
        /** Waits for the buyer, whose first or next try may follow. */
        OPEN,
        /** Waits for the buyer's authentication. */
        REQUIRES_ACTION,
        /** The outcome follows later. */
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
}
