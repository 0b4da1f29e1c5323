package io.tollgate.event;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.input.Input;

/** What a ticket type costs and how many of it go in one order. */
final class TypeRules {
    private TypeRules() {}

    /** What was sent is in the document already; what does not apply to the pricing is cleared. */
    static void apply(Input sent, ObjectNode type) {
        if (sent.has("pricing") || sent.has("price") || sent.has("pwywSuggestedPrice")) {
            pricing(sent, type);
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

    private static void pricing(Input sent, ObjectNode type) {
        if (sent.wasMeant("pricing") && !sent.hasValue("pricing")) {
            return;
        }
        String pricing = type.path("pricing").asText();
        if (pricing.equals("free")) {
            Long price = sent.integer("price");
            sent.rule(price == null || price == 0, "price", "must be 0, or left out, where pricing is free");
            type.put("price", 0);
        }
        if (!pricing.equals("pwyw")) {
            sent.rule(!sent.sets("pwywSuggestedPrice"), "pwywSuggestedPrice", "is for the pricing pwyw only");
            type.putNull("pwywSuggestedPrice");
            return;
        }
        boolean enough = !type.hasNonNull("pwywSuggestedPrice")
                || type.path("pwywSuggestedPrice").asLong()
                        >= type.path("price").asLong();
        sent.rule(enough, "pwywSuggestedPrice", "must not be less than price, the least that may be paid");
    }
}
