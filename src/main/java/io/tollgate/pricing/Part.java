package io.tollgate.pricing;

import org.jspecify.annotations.Nullable;

/**
 * The contribution of one line to each step of a quote.
 *
 * @param amount quantity times unit price
 * @param bulkRule the bulk discount that applies to this line, or null
 * @param complimentaryDiscount the amount waived for a complimentary order
 * @param fee its share of the fees
 * @param tax its share of the taxes
 * @param taxAdded whether the tax is added to the price
 * @param rounding what is added, or taken off if negative, so that the currency can charge the total
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
        boolean taxAdded,
        long rounding) {

    /** Returns the amount after all discounts, before fees and tax. */
    public long discounted() {
        return amount - bulkDiscount - couponDiscount - complimentaryDiscount;
    }

    /** Returns the amount after all discounts with its share of the fees, before tax. */
    public long charged() {
        return discounted() + fee;
    }

    /** Returns this part with a tax that was calculated for it. */
    Part taxed(TaxCalculation.TaxedLine taxed) {
        return with(taxed.tax(), !taxed.inclusive(), 0);
    }

    /** Returns this part with another total. */
    Part rounded(long total) {
        return with(tax, taxAdded, total - unrounded());
    }

    private Part with(long otherTax, boolean otherAdded, long otherRounding) {
        return new Part(
                line,
                amount,
                bulkRule,
                bulkDiscount,
                couponDiscount,
                complimentaryDiscount,
                fee,
                otherTax,
                otherAdded,
                otherRounding);
    }

    /** Returns the unit price after the bulk discount, rounded half up. The exact value is the line's amount. */
    public long reducedUnitPrice() {
        return Proportion.halfUp(amount - bulkDiscount, 1, line.quantity());
    }

    /** Returns the total for this line including its fees, tax and rounding. */
    public long total() {
        return unrounded() + rounding;
    }

    private long unrounded() {
        return charged() + (taxAdded ? tax : 0);
    }
}
