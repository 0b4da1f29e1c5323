package io.tollgate.pricing;

import org.jspecify.annotations.Nullable;

/**
 * What one line contributes to each step of a quote.
 *
 * @param amount quantity times unit price
 * @param bulkRule the bulk discount that won on this line, or null
 * @param complimentaryDiscount what was given for nothing
 * @param fee its share of the fees
 * @param tax its share of the taxes
 * @param taxAdded whether the tax comes on top
 */
public record Part(
        Line line,
        long amount,
        @Nullable BulkDiscount bulkRule,
        long bulkDiscount,
        long couponDiscount,
        long complimentaryDiscount,
        long fee,
        long tax,
        boolean taxAdded) {

    /** After all discounts, before fees and tax. */
    public long discounted() {
        return amount - bulkDiscount - couponDiscount - complimentaryDiscount;
    }

    /** What each of the line costs after what is off for many, rounded half up: the line's amount is the exact one. */
    public long reducedUnitPrice() {
        return Proportion.halfUp(amount - bulkDiscount, 1, line.quantity());
    }

    /** What is to be paid for this line, its fees and its tax. */
    public long total() {
        return discounted() + fee + (taxAdded ? tax : 0);
    }
}
