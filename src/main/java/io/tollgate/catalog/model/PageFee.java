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
 * @param applyToSpecificPaymentMethods whether the fee is only for {@code paymentMethods}
 * @param paymentMethods the processor's names of methods; null in orders that an earlier build has stored
 */
public record PageFee(
        @Nullable String name,
        @Nullable Long amount,
        @Nullable BigDecimal percentage,
        boolean multiplyByQuantity,
        boolean multiplyByTickets,
        boolean applyToSpecificPaymentMethods,
        @Nullable List<String> paymentMethods) {

    /**
     * Returns the fees of an order that the processor collects. Fees for specific payment methods become fees for all
     * if they name every method that the page offers. Others remain limited, because only the processor knows the
     * method.
     */
    static List<PageFee> collected(List<PageFee> fees, OfferedMethods offered) {
        return fees.stream()
                .map(fee -> fee.appliesToAll(offered) ? fee.unlimited() : fee)
                .toList();
    }

    private boolean appliesToAll(OfferedMethods offered) {
        return paymentMethods != null && offered.missingIn(paymentMethods).isEmpty();
    }

    private PageFee unlimited() {
        return new PageFee(name, amount, percentage, multiplyByQuantity, multiplyByTickets, false, paymentMethods);
    }

    /**
     * Returns the fees of an order, except fees for specific payment methods.
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
