package io.tollgate.catalog.page;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.input.Input;
import io.tollgate.pricing.Currency;
import org.jspecify.annotations.Nullable;

/** Validates that the processor can charge the amounts of prices, options, ticket types, fees and discounts. */
public final class ChargeableAmounts {
    private static final String FEES = "fees";
    private static final String OPTIONS = "paymentOptions";
    private static final String DEPOSIT = "partialAmount";
    private static final String DISCOUNTS = "discounts";

    /** The fixed amount of a discount. */
    public static final String AMOUNT_OFF = "amountOff";

    private ChargeableAmounts() {}

    /**
     * Records a problem for each amount that the currency cannot charge. Skips a currency that is unknown, because it
     * is a problem of its own.
     *
     * @param part a price, an option, a ticket type, a fee or a discount after the change
     */
    public static void check(Input sent, String currency, ObjectNode part, String... names) {
        for (String name : names) {
            String problem = problem(currency, part.path(name));
            if (problem != null && (sent.has(name) || sent.has("currency"))) {
                sent.problem(name, problem);
            }
        }
    }

    /** Records a problem for each fixed fee and each deposit in the body of a page that the currency cannot charge. */
    public static void checkPage(Input page, String currency) {
        page.objects(FEES).forEach(fee -> check(fee, currency, fee.values(), "amount"));
        page.objects(OPTIONS).forEach(option -> check(option, currency, option.values(), DEPOSIT));
    }

    /**
     * Rejects a new currency that cannot charge what the page adds to its orders.
     *
     * @param page the page after the change
     * @param param the parameter that sets the currency
     * @throws ApiError 400
     */
    public static void requirePage(JsonNode page, String currency, String param) {
        require(page.path(FEES), "amount", "a fee", currency, param);
        require(page.path(OPTIONS), DEPOSIT, "a payment option", currency, param);
    }

    /** Rejects a new currency that cannot charge the amount of a discount, as {@link #requirePage} does. */
    public static void requireDiscounts(JsonNode product, String currency, String param) {
        require(product.path(DISCOUNTS), AMOUNT_OFF, "a discount", currency, param);
    }

    /**
     * Rejects a new currency that cannot charge an amount of some parts.
     *
     * @param what the part for the message, such as "a fee"
     */
    public static void require(Iterable<JsonNode> parts, String name, String what, String currency, String param) {
        for (JsonNode part : parts) {
            String problem = problem(currency, part.path(name));
            if (problem != null) {
                throw ApiError.invalid(
                        param, "does not fit the " + name + " of " + what + ", which " + problem, currency);
            }
        }
    }

    private static @Nullable String problem(String currency, JsonNode amount) {
        return amount.isIntegralNumber() && Currency.isKnown(currency)
                ? Currency.of(currency).problem(amount.longValue())
                : null;
    }
}
