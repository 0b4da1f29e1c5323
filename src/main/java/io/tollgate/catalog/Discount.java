package io.tollgate.catalog;

import com.fasterxml.jackson.annotation.JsonAlias;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.tollgate.pricing.BulkDiscount;
import io.tollgate.pricing.Percent;
import io.tollgate.pricing.Reduction;
import java.math.BigDecimal;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A bulk discount of an event, a ticket group or a product.
 *
 * @param condition which quantities count; null for a ticket group, where all of its tickets count together
 * @param references the ticket types or variant options that the discount covers; empty for all
 * @param maxQuantity null if open-ended
 * @param amountOff in minor units; counts if there is no percentage
 */
public record Discount(
        @JsonProperty("quantityCondition") @Nullable Condition condition,

        @JsonProperty("ticketTypeIds") @JsonAlias("variantOptionIds")
        Set<String> references,

        int minQuantity,
        @Nullable Integer maxQuantity,
        @Nullable BigDecimal percentOff,
        @Nullable Long amountOff) {

    /** Which quantities a discount counts. */
    public enum Condition {
        /** Of all tickets in the order. */
        TOTAL_QUANTITY,
        /** Of each ticket type. */
        TICKET_TYPE_QUANTITY,
        /** Of the product. */
        CHECKOUT_QUANTITY,
        /** Of each variant option. */
        VARIANT_OPTION_QUANTITY;

        boolean countsTogether() {
            return this == TOTAL_QUANTITY || this == CHECKOUT_QUANTITY;
        }
    }

    /** The discount as pricing applies it. */
    public BulkDiscount rule() {
        return rule(condition != null && condition.countsTogether(), references);
    }

    /** The discount of a group, for the ticket types in it. */
    public BulkDiscount ruleFor(Set<String> ticketTypeIds) {
        return rule(true, ticketTypeIds);
    }

    private BulkDiscount rule(boolean together, Set<String> covered) {
        return new BulkDiscount(
                together, covered, Math.max(1, minQuantity), maxQuantity, reduction(percentOff, amountOff));
    }

    /** A percentage, or else an amount. */
    static Reduction reduction(@Nullable BigDecimal percentOff, @Nullable Long amountOff) {
        return percentOff != null
                ? new Reduction(Percent.of(percentOff), null)
                : Reduction.amount(amountOff == null ? 0 : amountOff);
    }
}
