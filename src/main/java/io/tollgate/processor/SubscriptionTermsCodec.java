package io.tollgate.processor;

import io.tollgate.processor.SubscriptionTerms.Discount;
import io.tollgate.processor.SubscriptionTerms.Item;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Encodes the terms of subscriptions for the event bus. */
final class SubscriptionTermsCodec {
    private SubscriptionTermsCodec() {}

    static JsonObject encode(SubscriptionTerms terms) {
        JsonObject metadata = new JsonObject();
        new TreeMap<>(terms.metadata()).forEach(metadata::put);
        Discount discount = terms.discount();
        Instant trialEnd = terms.trialEnd();
        return new JsonObject()
                .put("customer", terms.customer().json())
                .put("currency", terms.currency())
                .put("interval", terms.cycle().interval().wire())
                .put("intervalCount", terms.cycle().count())
                .put("items", encode(terms.items()))
                .put("oneTimeItems", encode(terms.oneTimeItems()))
                .put("discount", discount == null ? null : encode(discount))
                .put("createdAt", terms.createdAt().toString())
                .put("trialEnd", trialEnd == null ? null : trialEnd.toString())
                .put("planIterations", terms.planIterations())
                .put("description", terms.description())
                .put("metadata", metadata)
                .put("cardId", terms.cardId())
                .put("cardOnly", terms.cardOnly());
    }

    private static JsonArray encode(List<Item> items) {
        JsonArray encoded = new JsonArray();
        items.forEach(item -> encoded.add(new JsonObject()
                .put("reference", item.reference())
                .put("product", item.product())
                .put("productName", item.productName())
                .put("amount", item.amount())));
        return encoded;
    }

    private static JsonObject encode(Discount discount) {
        return new JsonObject()
                .put("couponId", discount.couponId())
                .put("name", discount.name())
                .put("amountOff", discount.amountOff())
                .put("duration", discount.duration().name())
                .put("months", discount.months());
    }

    static SubscriptionTerms decode(JsonObject json) {
        Map<String, String> metadata = new TreeMap<>();
        json.getJsonObject("metadata").forEach(entry -> metadata.put(entry.getKey(), (String) entry.getValue()));
        JsonObject discount = json.getJsonObject("discount");
        return new SubscriptionTerms(
                PaymentTerms.Saving.of(json.getJsonObject("customer")),
                json.getString("currency"),
                BillingCycle.of(json.getString("interval"), json.getInteger("intervalCount")),
                items(json.getJsonArray("items")),
                items(json.getJsonArray("oneTimeItems")),
                discount == null ? null : discount(discount),
                Instant.parse(json.getString("createdAt")),
                instant(json.getString("trialEnd")),
                json.getInteger("planIterations"),
                json.getString("description"),
                metadata,
                json.getString("cardId"),
                json.getBoolean("cardOnly"));
    }

    private static List<Item> items(JsonArray items) {
        return items.stream()
                .map(JsonObject.class::cast)
                .map(item -> new Item(
                        item.getString("reference"),
                        item.getString("product"),
                        item.getString("productName"),
                        item.getLong("amount")))
                .toList();
    }

    private static Discount discount(JsonObject json) {
        return new Discount(
                json.getString("couponId"),
                json.getString("name"),
                json.getLong("amountOff"),
                Discount.Duration.valueOf(json.getString("duration")),
                json.getInteger("months"));
    }

    private static @Nullable Instant instant(@Nullable String value) {
        return value == null ? null : Instant.parse(value);
    }
}
