package io.tollgate.catalog.model;

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
 * @param condition the quantity that the bounds apply to; null for a ticket group, whose tickets are counted together
 * @param references the ticket types or variant options that the discount covers; empty for all
 * @param maxQuantity null if there is no maximum
 * @param amountOff in minor units; ignored if there is a percentage
 */
public record Discount(
        @JsonProperty("quantityCondition") @Nullable Condition condition,

        @JsonProperty("ticketTypeIds") @JsonAlias("variantOptionIds")
        Set<String> references,

        int minQuantity,
        @Nullable Integer maxQuantity,
        @Nullable BigDecimal percentOff,
        @Nullable Long amountOff) {

    /** The quantity that {@code minQuantity} and {@code maxQuantity} apply to. */
    public enum Condition {
        /** The number of all tickets in the order. */
        TOTAL_QUANTITY,
        /** The number of tickets of each type. */
        TICKET_TYPE_QUANTITY,
        /** The quantity of the product. */
        CHECKOUT_QUANTITY,
        /** The quantity of each variant option. */
        VARIANT_OPTION_QUANTITY;

        BulkDiscount.Count count() {
            return this == TOTAL_QUANTITY || this == CHECKOUT_QUANTITY
                    ? BulkDiscount.Count.ORDER
                    : BulkDiscount.Count.LINE;
        }
    }

    /** Returns the discount as a pricing rule. */
    public BulkDiscount rule() {
        return rule(condition == null ? BulkDiscount.Count.LINE : condition.count(), references);
    }

    /** Returns the discount of a ticket group as a pricing rule for the group's types. */
    public BulkDiscount ruleFor(Set<String> ticketTypeIds) {
        return rule(BulkDiscount.Count.COVERED, ticketTypeIds);
    }

    private BulkDiscount rule(BulkDiscount.Count count, Set<String> covered) {
        return new BulkDiscount(
                count, covered, Math.max(1, minQuantity), maxQuantity, reduction(percentOff, amountOff));
    }

    /** Returns the percentage as a reduction; without one, the amount. */
    static Reduction reduction(@Nullable BigDecimal percentOff, @Nullable Long amountOff) {
        return percentOff != null
                ? new Reduction(Percent.of(percentOff), null)
                : Reduction.amount(amountOff == null ? 0 : amountOff);
    }
}
