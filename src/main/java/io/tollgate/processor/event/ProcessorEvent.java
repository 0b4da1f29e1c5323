package io.tollgate.processor.event;

import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A change at the processor. Names the changed object and has none of its content, because events arrive late and in
 * any order.
 *
 * @param id of the event at the processor
 * @param type such as {@code payment_intent.succeeded}
 * @param objectId of the changed object at the processor
 * @param paymentId of the payment that the object is or belongs to; null without one
 * @param subscriptionId of the subscription that the object is or belongs to; null without one
 * @param checkoutId in the object's metadata; null without one
 */
public record ProcessorEvent(
        String id,
        String type,
        String objectId,
        @Nullable String paymentId,
        @Nullable String subscriptionId,
        @Nullable String checkoutId,
        Instant createdAt) {
    /** The key of the metadata that names the checkout of a payment. */
    public static final String CHECKOUT = "tollgate_checkout";

    private static final Pattern ID = Pattern.compile("[A-Za-z0-9_]{1,255}");
    private static final Pattern TYPE = Pattern.compile("[a-z0-9_.]{1,255}");
    private static final Pattern RECORD = Pattern.compile("[0-9a-f]{24}");

    /** Returns the subscription of an invoice; null for any other object. */
    private static @Nullable String subscriptionOf(JsonObject object) {
        JsonObject parent = object.getJsonObject("parent");
        JsonObject details = parent == null ? null : parent.getJsonObject("subscription_details");
        return details == null ? null : matching(ID, details.getValue("subscription"));
    }

    /**
     * Reads an event as the processor sends it.
     *
     * @throws IllegalArgumentException if it has another form
     */
    static ProcessorEvent of(JsonObject json) {
        try {
            JsonObject object = json.getJsonObject("data").getJsonObject("object");
            String id = matching(ID, json.getValue("id"));
            String type = matching(TYPE, json.getValue("type"));
            String objectId = matching(ID, object.getValue("id"));
            if (id == null || type == null || objectId == null) {
                throw new IllegalArgumentException("the event, its type or its object has no valid id");
            }
            JsonObject metadata = object.getJsonObject("metadata");
            return new ProcessorEvent(
                    id,
                    type,
                    objectId,
                    type.startsWith("payment_intent.") ? objectId : matching(ID, object.getValue("payment_intent")),
                    type.startsWith("customer.subscription.") ? objectId : subscriptionOf(object),
                    metadata == null ? null : matching(RECORD, metadata.getValue(CHECKOUT)),
                    Instant.ofEpochSecond(json.getLong("created")));
        } catch (ClassCastException | NullPointerException | java.time.DateTimeException other) {
            throw new IllegalArgumentException("the event has another form", other);
        }
    }

    private static @Nullable String matching(Pattern pattern, @Nullable Object value) {
        return value instanceof String text && pattern.matcher(text).matches() ? text : null;
    }
}
