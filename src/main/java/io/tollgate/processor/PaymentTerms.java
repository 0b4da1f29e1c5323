package io.tollgate.processor;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A payment to create at the processor.
 *
 * @param amount in the currency's smallest unit, at least 1
 * @param currency ISO 4217 code in lower case
 * @param description shown in the processor's dashboard
 * @param receiptEmail the buyer's address; null if unknown
 * @param metadata shown in the processor's dashboard, such as the order number
 * @param methods the methods that the buyer can choose from
 * @param saving for whom the method is saved for later charges; null if it is not saved
 */
public record PaymentTerms(
        long amount,
        String currency,
        String description,
        @Nullable String receiptEmail,
        Map<String, String> metadata,
        Methods methods,
        @Nullable Saving saving) {

    /** The methods of a payment. */
    public enum Methods {
        /** All that the account offers for the payment. */
        ALL,
        CARD,
        /** All that the account offers except cards. */
        OTHERS
    }

    /**
     * The customer whose payment method is saved.
     *
     * @param customerId id of the customer at the processor; null to create one
     */
    public record Saving(
            String email, @Nullable String name, @Nullable String customerId) {}

    public PaymentTerms {
        metadata = Map.copyOf(metadata);
    }
}
