package io.tollgate.catalog.model;

import io.tollgate.pricing.Fee;
import io.tollgate.pricing.Percent;
import java.math.BigDecimal;
import java.util.List;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * A fee that a page adds to an order.
 *
 * @param amount in minor units, or null
 * @param percentage the percentage of the discounted order, or null
 * @param multiplyByQuantity whether a checkout page charges the amount for each item
 * @param multiplyByTickets whether an event charges the amount for each ticket
 * @param applyToSpecificPaymentMethods whether the fee depends on the payment method that the buyer uses
 */
public record PageFee(
        @Nullable String name,
        @Nullable Long amount,
        @Nullable BigDecimal percentage,
        boolean multiplyByQuantity,
        boolean multiplyByTickets,
        boolean applyToSpecificPaymentMethods) {

    /**
     * Returns the fees of an order, except fees for specific payment methods, because only the processor knows the
     * payment method.
     *
     * @param times returns how often the amount of a fee is charged
     */
    public static List<Fee> charged(List<PageFee> fees, ToIntFunction<PageFee> times) {
        return fees.stream()
                .filter(fee -> !fee.applyToSpecificPaymentMethods)
                .map(fee -> fee.charged(times.applyAsInt(fee)))
                .toList();
    }

    private Fee charged(int times) {
        return new Fee(name == null ? "" : name, amount, percentage == null ? null : Percent.of(percentage), times);
    }
}
