package io.tollgate.sales.aftersales;

import io.tollgate.platform.error.ApiError;
import io.tollgate.pricing.Currency;
import io.tollgate.sales.aftersales.RefundBalances.Balance;
import io.tollgate.sales.purchase.Refundable;
import org.jspecify.annotations.Nullable;

/**
 * How an amount of an order is refunded: through the processor up to what was charged there, and the rest by the
 * seller, such as by bank transfer.
 *
 * @param imported what the processor held before Tollgate's first refund
 */
record RefundPlan(long amount, long processorAmount, long imported) {
    /**
     * Plans a refund.
     *
     * @param asked the requested amount; null for the value of the tickets
     * @param value the value of the named tickets; null for everything that is left
     * @throws ApiError 409 if nothing is left; 400 if less is left or the processor cannot refund the amount
     */
    static RefundPlan of(
            Refundable charge, ChargeAmounts amounts, Balance balance, @Nullable Long asked, @Nullable Long value) {
        long paid = amounts.paid();
        long left = amounts.status().isRefundable() ? paid - balance.reserved() : 0;
        if (left <= 0 || (asked == null && value != null && value == 0)) {
            throw nothing();
        }
        if (asked != null && asked > left) {
            throw ApiError.invalid("amount", "must be at most " + left + ", the amount that can be refunded", asked);
        }
        long amount = asked != null ? asked : value != null ? Math.min(left, value) : left;
        long atProcessor = charge.paymentIntentId() != null ? balance.processorLeft(paid) : 0;
        if (asked != null && atProcessor > 0 && Currency.isKnown(charge.currency())) {
            String problem = Currency.of(charge.currency()).problem(Math.min(amount, atProcessor));
            if (problem != null) {
                throw ApiError.invalid("amount", problem, asked);
            }
        }
        return new RefundPlan(
                amount, Math.min(amount, atProcessor), Math.max(0, paid - balance.recorded() - balance.before()));
    }

    static ApiError nothing() {
        return ApiError.conflict(
                "nothing_to_refund",
                "Nothing is left to refund: nothing was paid, or it is refunded or being refunded.");
    }
}
