package io.tollgate.pricing;

/**
 * One line of a quote's explanation. The steps before the total sum to it; taxes that prices include follow it.
 *
 * @param amount negative for a discount
 */
public record Step(Kind kind, String label, long amount) {
    /** The kind of a step. */
    public enum Kind {
        LINE,
        BULK_DISCOUNT,
        COUPON,
        COMPLIMENTARY,
        FEE,
        TAX,
        ROUNDING,
        TOTAL,
        TAX_INCLUDED
    }
}
