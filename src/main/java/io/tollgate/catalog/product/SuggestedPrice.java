package io.tollgate.catalog.product;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.input.Input;

/** Validates the suggested amount of pay-what-you-want prices, options and ticket types. 0 means none. */
public final class SuggestedPrice {
    private static final String KEY = "pwywSuggestedPrice";

    private SuggestedPrice() {}

    /**
     * Records a problem if the suggested amount is below the minimum. Applies if at least one of them was sent.
     *
     * @param part a price or an option after the change
     * @param least the key of the minimum amount
     */
    static void check(Input sent, ObjectNode part, String least) {
        clearZero(part);
        boolean changes = sent.has(least) || sent.has(KEY);
        boolean suggests = part.path("payWhatYouWant").asBoolean() && part.hasNonNull(KEY);
        sent.rule(
                !(changes && suggests)
                        || part.path(KEY).asLong() >= part.path(least).asLong(),
                KEY,
                "must not be less than " + least + ", the minimum payment");
    }

    /** Replaces a suggestion of 0 by null. */
    public static void clearZero(ObjectNode part) {
        if (part.path(KEY).asLong(-1) == 0) {
            part.putNull(KEY);
        }
    }
}
