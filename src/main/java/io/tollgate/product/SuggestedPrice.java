package io.tollgate.product;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.input.Input;

/** What a buyer who chooses the price is suggested to pay: no less than may be paid. */
final class SuggestedPrice {
    private static final String KEY = "pwywSuggestedPrice";

    private SuggestedPrice() {}

    /**
     * Notes a suggestion below the least, where either was sent: the other may have been there already.
     *
     * @param part a price or an option, as it would be
     * @param least the key of the least that may be paid
     */
    static void check(Input sent, ObjectNode part, String least) {
        boolean about = sent.has(least) || sent.has(KEY);
        boolean suggests = part.path("payWhatYouWant").asBoolean() && part.hasNonNull(KEY);
        sent.rule(
                !(about && suggests)
                        || part.path(KEY).asLong() >= part.path(least).asLong(),
                KEY,
                "must not be less than " + least + ", the least that may be paid");
    }
}
