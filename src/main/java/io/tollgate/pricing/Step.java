package io.tollgate.pricing;

/**
 * One line of a quote's explanation. Steps up to the total sum to it; a tax that prices contain is
 * told after it.
 *
 * @param amount negative where something is taken off
 */
public record Step(Kind kind, String label, long amount) {
    /** What a step does. */
    public enum Kind {
        LINE,
        BULK_DISCOUNT,
        COUPON,
        COMPLIMENTARY,
        FEE,
        TAX,
        TOTAL,
        TAX_INCLUDED
    }
}
