package io.tollgate.pricing;

import org.jspecify.annotations.Nullable;

/**
 * A fee on the order after its discounts.
 *
 * @param amount fixed part, or null
 * @param percentage part of the discounted order, or null
 * @param times multiplier of the fixed part: 1, or the number of items or tickets
 */
public record Fee(
        String name, @Nullable Long amount, @Nullable Percent percentage, int times) {

    long on(long discounted) {
        long fixed = amount == null ? 0 : Math.multiplyExact(amount, (long) times);
        return Math.addExact(fixed, percentage == null ? 0 : percentage.share(discounted));
    }
}
