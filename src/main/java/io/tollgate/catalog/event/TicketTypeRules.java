package io.tollgate.catalog.event;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.catalog.page.ChargeableAmounts;
import io.tollgate.catalog.product.SuggestedPrice;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.input.Input;
import io.tollgate.pricing.Currency;
import java.util.Collection;

/** Validates the price and the quantity limits of a ticket type. */
final class TicketTypeRules {
    private static final String[] AMOUNTS = {"price", "feeAmount"};

    private TicketTypeRules() {}

    /**
     * Validates the type and clears the fields that do not apply to its pricing.
     *
     * @param type the document; the request is already merged into it
     * @param currency of the event; empty if it is not known yet
     */
    static void apply(Input sent, ObjectNode type, String currency) {
        if (sent.has("pricing") || sent.has("price") || sent.has("pwywSuggestedPrice")) {
            applyPricing(sent, type);
        }
        ChargeableAmounts.check(sent, currency, type, AMOUNTS);
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

    /**
     * Rejects a currency that cannot charge the prices of an event.
     *
     * @throws ApiError 400
     */
    static void requireCurrency(Collection<ObjectNode> types, String code) {
        Currency currency = Currency.of(code);
        for (ObjectNode type : types) {
            for (String name : AMOUNTS) {
                String problem = currency.problem(type.path(name).asLong());
                if (problem != null) {
                    throw ApiError.invalid(
                            NewEvent.DETAILS + ".currency",
                            "does not fit the " + name + " of "
                                    + type.path("name").asText() + ", which " + problem,
                            code);
                }
            }
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
        SuggestedPrice.clearZero(type);
        boolean enough = !type.hasNonNull("pwywSuggestedPrice")
                || type.path("pwywSuggestedPrice").asLong()
                        >= type.path("price").asLong();
        sent.rule(enough, "pwywSuggestedPrice", "must not be less than price, which is the minimum");
    }
}
