package io.tollgate.processor;

import io.vertx.core.json.JsonObject;
import java.util.Map;
import java.util.TreeMap;
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
            String email, @Nullable String name, @Nullable String customerId) {
        JsonObject json() {
            return new JsonObject().put("email", email).put("name", name).put("customerId", customerId);
        }

        static Saving of(JsonObject json) {
            return new Saving(json.getString("email"), json.getString("name"), json.getString("customerId"));
        }
    }

    public PaymentTerms {
        metadata = Map.copyOf(metadata);
    }

    JsonObject json() {
        JsonObject entries = new JsonObject();
        new TreeMap<>(metadata).forEach(entries::put);
        return new JsonObject()
                .put("amount", amount)
                .put("currency", currency)
                .put("description", description)
                .put("receiptEmail", receiptEmail)
                .put("metadata", entries)
                .put("methods", methods.name())
                .put("saving", saving == null ? null : saving.json());
    }

    static PaymentTerms of(JsonObject json) {
        Map<String, String> metadata = new TreeMap<>();
        json.getJsonObject("metadata").forEach(entry -> metadata.put(entry.getKey(), (String) entry.getValue()));
        JsonObject saving = json.getJsonObject("saving");
        return new PaymentTerms(
                json.getLong("amount"),
                json.getString("currency"),
                json.getString("description"),
                json.getString("receiptEmail"),
                metadata,
                Methods.valueOf(json.getString("methods")),
                saving == null ? null : Saving.of(saving));
    }
}
