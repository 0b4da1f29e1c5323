package io.tollgate.catalog.event;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.input.Input;

/** Validates the price and the quantity limits of a ticket type. */
final class TicketTypeRules {
    private TicketTypeRules() {}

    /**
     * Validates the type and clears the fields that do not apply to its pricing.
     *
     * @param type the document; the request is already merged into it
     */
    static void apply(Input sent, ObjectNode type) {
        if (sent.has("pricing") || sent.has("price") || sent.has("pwywSuggestedPrice")) {
            applyPricing(sent, type);
        }
        if (sent.has("minQuantity") || sent.has("maxQuantity")) {
            boolean bounded = type.hasNonNull("maxQuantity");
            sent.rule(
                    !bounded
                            || type.path("minQuantity").asLong()
                                    <= type.path("maxQuantity").asLong(),
                    "maxQuantity",
                    "must not be less than minQuantity");
        }
    }

    private static void applyPricing(Input sent, ObjectNode type) {
        if (sent.wasSent("pricing") && !sent.hasValue("pricing")) {
            return;
        }
        String pricing = type.path("pricing").asText();
        if (pricing.equals("free")) {
            Long price = sent.integer("price");
            sent.rule(price == null || price == 0, "price", "must be 0 or absent if pricing is free");
            type.put("price", 0);
        }
        if (!pricing.equals("pwyw")) {
            sent.rule(!sent.sets("pwywSuggestedPrice"), "pwywSuggestedPrice", "is allowed only if pricing is pwyw");
            type.putNull("pwywSuggestedPrice");
            return;
        }
        boolean enough = !type.hasNonNull("pwywSuggestedPrice")
                || type.path("pwywSuggestedPrice").asLong()
                        >= type.path("price").asLong();
        sent.rule(enough, "pwywSuggestedPrice", "must not be less than price, which is the minimum");
    }
}
