package io.tollgate.pricing;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An order to price.
 *
 * @param coupon the reduction of the coupon, or null without one
 * @param complimentary whether the whole order is free
 */
public record Order(
        List<Line> lines,
        List<BulkDiscount> bulkDiscounts,
        @Nullable Reduction coupon,
        List<Fee> fees,
        Taxation taxation,
        boolean complimentary) {

    public Order {
        lines = List.copyOf(lines);
        bulkDiscounts = List.copyOf(bulkDiscounts);
        fees = List.copyOf(fees);
    }

    /** Returns an order of lines without discounts, fees and taxes. */
    public static Order of(List<Line> lines) {
        return new Order(lines, List.of(), null, List.of(), Taxation.NONE, false);
    }

    public Order with(Taxation other) {
        return new Order(lines, bulkDiscounts, coupon, fees, other, complimentary);
    }
}
