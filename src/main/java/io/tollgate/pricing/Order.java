package io.tollgate.pricing;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is to be priced.
 *
 * @param coupon what the coupon takes off, or null without one
 * @param complimentary whether all of it is given for nothing
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

    /** Lines alone: no discount, no fee, no tax. */
    public static Order of(List<Line> lines) {
        return new Order(lines, List.of(), null, List.of(), Taxation.NONE, false);
    }

    public Order with(Taxation other) {
        return new Order(lines, bulkDiscounts, coupon, fees, other, complimentary);
    }
}
