package io.tollgate.order;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.pricing.BulkDiscount;
import io.tollgate.pricing.Part;
import io.tollgate.pricing.Quote;
import java.math.BigDecimal;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Discounts for buying many, as rules of a quote and as records keep them. */
public final class Bulk {
    private Bulk() {}

    /** @param references the lines that the rule is for; empty: all */
    static BulkDiscount rule(JsonNode rule, boolean together, Set<String> references) {
        return new BulkDiscount(
                together,
                references,
                Math.max(1, rule.path("minQuantity").asInt(1)),
                rule.hasNonNull("maxQuantity") ? rule.get("maxQuantity").intValue() : null,
                CouponUse.reduction(rule));
    }

    static Set<String> texts(JsonNode list) {
        Set<String> texts = new HashSet<>();
        list.forEach(item -> texts.add(item.asText()));
        return texts;
    }

    /** What a line was given for being many, or null. */
    public static @Nullable ObjectNode of(Part part) {
        return part.bulkRule() == null ? null : of(part.bulkRule(), part.bulkDiscount());
    }

    /** What an order was given for being many, under the rule that took most off; or null. */
    public static @Nullable ObjectNode of(Quote quote) {
        BulkDiscount winner = null;
        long most = 0;
        for (Part part : quote.parts()) {
            if (part.bulkDiscount() > most) {
                most = part.bulkDiscount();
                winner = part.bulkRule();
            }
        }
        return winner == null ? null : of(winner, quote.bulkDiscount());
    }

    private static ObjectNode of(BulkDiscount rule, long amount) {
        BigDecimal percentOff = rule.reduction().percentOff() == null
                ? null
                : rule.reduction().percentOff().value();
        return JsonNodeFactory.instance
                .objectNode()
                .put("minQuantity", rule.minQuantity())
                .put("maxQuantity", rule.maxQuantity())
                .put("percentOff", percentOff)
                .put("amountOff", rule.reduction().amountOff())
                .put("amount", amount);
    }
}
