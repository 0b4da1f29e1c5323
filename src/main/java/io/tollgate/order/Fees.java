package io.tollgate.order;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.pricing.Fee;
import io.tollgate.pricing.Percent;
import io.tollgate.pricing.Quote;
import java.util.ArrayList;
import java.util.List;

/** The fees of a page, as rules of a quote and as records keep them. */
public final class Fees {
    private Fees() {}

    /**
     * Fees of an order that is paid without the processor: those of some of its methods only are not
     * among them.
     *
     * @param multiplied the field of a fee that says whether it is taken for each
     */
    static List<Fee> of(JsonNode rules, String multiplied, int quantity) {
        List<Fee> fees = new ArrayList<>();
        for (JsonNode rule : rules) {
            if (!rule.path("applyToSpecificPaymentMethods").asBoolean()) {
                fees.add(new Fee(
                        rule.path("name").asText(),
                        rule.hasNonNull("amount") ? rule.get("amount").longValue() : null,
                        rule.hasNonNull("percentage")
                                ? Percent.of(rule.get("percentage").decimalValue())
                                : null,
                        rule.path(multiplied).asBoolean() ? quantity : 1));
            }
        }
        return fees;
    }

    /** Puts each fee with what it came to. */
    public static void putInto(ObjectNode record, Quote quote) {
        ArrayNode fees = record.putArray("fees");
        for (Quote.Charged<Fee> fee : quote.fees()) {
            Percent percentage = fee.rule().percentage();
            fees.addObject()
                    .put("name", fee.rule().name())
                    .put("amount", fee.amount())
                    .put("percentage", percentage == null ? null : percentage.value());
        }
    }
}
