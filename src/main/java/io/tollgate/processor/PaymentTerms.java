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
 */
public record PaymentTerms(
        long amount,
        String currency,
        String description,
        @Nullable String receiptEmail,
        Map<String, String> metadata) {
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
                .put("metadata", entries);
    }

    static PaymentTerms of(JsonObject json) {
        Map<String, String> metadata = new TreeMap<>();
        json.getJsonObject("metadata").forEach(entry -> metadata.put(entry.getKey(), (String) entry.getValue()));
        return new PaymentTerms(
                json.getLong("amount"),
                json.getString("currency"),
                json.getString("description"),
                json.getString("receiptEmail"),
                metadata);
    }
}
