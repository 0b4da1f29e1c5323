package io.tollgate.catalog.page;

import static io.tollgate.platform.schema.Field.list;
import static io.tollgate.platform.schema.Field.oneOf;
import static io.tollgate.platform.schema.Field.text;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.schema.Field;
import io.tollgate.pricing.Currency;

/**
 * Warnings for the seller about a published page on which buyers cannot pay. Each response with the page contains them;
 * they are never stored.
 */
public final class PageWarnings {
    private static final String NAME = "warnings";

    public static final Field FIELD = list(
                    NAME,
                    oneOf("code", "processor_not_connected", "price_below_minimum", "price_not_chargeable")
                            .doc("Reason. `processor_not_connected`: no account of the payment processor that takes "
                                    + "live payments. `price_below_minimum`: the price of one item is below the "
                                    + "minimum of the payment processor. `price_not_chargeable`: the processor "
                                    + "cannot charge this amount in this currency.")
                            .always(),
                    text("message").doc("Description of the problem.").always())
            .doc("Reasons why buyers cannot pay on the page. Empty unless the page is published outside test mode.");

    private final ObjectNode page;
    private final ArrayNode warnings;
    private final boolean connected;
    private boolean charges;

    /** Notes in a page whether the seller's processor account takes live payments, until its prices are known. */
    static void begin(ObjectNode page, boolean connected) {
        page.put(NAME, connected);
    }

    /** Removes the note of {@link #begin} from a page that sells nothing. */
    public static void omit(ObjectNode page) {
        page.remove(NAME);
    }

    private PageWarnings(ObjectNode page) {
        this.page = page;
        this.connected = page.path(NAME).asBoolean();
        this.warnings = page.putArray(NAME);
    }

    /** Adds the warnings of a checkout page, which contains its product. */
    public static void ofCheckoutPage(ObjectNode page) {
        PageWarnings found = new PageWarnings(page);
        if (found.isCharged()) {
            JsonNode product = page.path("product");
            for (JsonNode price : product.path("prices")) {
                if (price.path("enabled").asBoolean()) {
                    boolean recurs = price.path("billingType").asText().equals("recurring");
                    found.add(
                            product.path("title").asText(),
                            price.path("currency").asText(),
                            price.path("amount").asLong(),
                            recurs ? 0 : price.path("setupFee").asLong(),
                            price.path("payWhatYouWant").asBoolean());
                    found.charges |= price.path("setupFee").asLong() > 0;
                }
            }
            found.account();
        }
    }

    /** Adds the warnings of an event, which contains its ticket types. */
    public static void ofEvent(ObjectNode page) {
        PageWarnings found = new PageWarnings(page);
        if (found.isCharged()) {
            String currency = page.at("/eventDetails/currency").asText();
            for (JsonNode group : page.path("ticketGroups")) {
                for (JsonNode type : group.path("ticketTypes")) {
                    if (type.path("status").asText().equals("enabled")) {
                        found.add(
                                type.path("name").asText(),
                                currency,
                                type.path("price").asLong(),
                                type.path("feeAmount").asLong(),
                                type.path("pricing").asText().equals("pwyw"));
                    }
                }
            }
            found.account();
        }
    }

    /** Returns whether buyers of the page pay through the processor. */
    private boolean isCharged() {
        if (!page.path("status").asText().equals("published")
                || page.path("testmode").asBoolean()) {
            return false;
        }
        boolean any = false;
        for (JsonNode option : page.path("paymentOptions")) {
            if (option.path("enabled").asBoolean()) {
                any = true;
                if (!option.path("type").asText().equals("manual")) {
                    return true;
                }
            }
        }
        return !any;
    }

    /** @param more what is charged together with the amount */
    private void add(String name, String code, long amount, long more, boolean chosen) {
        charges |= amount + more > 0 || chosen;
        if (!Currency.isKnown(code)) {
            warn("price_not_chargeable", name + ": the processor does not know the currency " + code);
            return;
        }
        Currency currency = Currency.of(code);
        String problem = currency.problem(amount);
        if (problem != null) {
            warn("price_not_chargeable", name + ": the price " + problem);
        } else if (!chosen && currency.isBelowMinimum(amount + more)) {
            warn(
                    "price_below_minimum",
                    name + ": the price " + amount(currency, amount + more)
                            + " is below the minimum of the payment processor, "
                            + amount(currency, currency.minimum()) + "; smaller orders are refused");
        }
    }

    private static String amount(Currency currency, long amount) {
        return currency.major(amount).toPlainString() + " " + currency.code();
    }

    private void account() {
        if (charges && !connected) {
            warn(
                    "processor_not_connected",
                    "No account of the payment processor that takes live payments is connected");
        }
    }

    private void warn(String code, String message) {
        warnings.addObject().put("code", code).put("message", message);
    }
}
