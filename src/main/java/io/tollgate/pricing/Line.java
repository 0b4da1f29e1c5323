package io.tollgate.pricing;

import java.util.Locale;

/**
 * One line of an order before discounts, fees and taxes.
 *
 * @param reference the product, variant option or ticket type, as rules refer to it
 * @param couponApplies whether the order's coupon, if any, covers this line
 */
public record Line(Kind kind, String reference, String name, int quantity, long unitPrice, boolean couponApplies) {
    /** The kind of item on a line. */
    public enum Kind {
        PRODUCT,
        ORDER_BUMP,
        SETUP_FEE,
        VARIANT_OPTION,
        TICKET,
        TICKET_FEE;

        /** Returns whether bulk discounts apply; setup fees and ticket fees are never discounted. */
        public boolean bulkApplies() {
            return this != SETUP_FEE && this != TICKET_FEE;
        }

        /** Returns the name in invoice lines: {@code setupFee}. */
        public String wire() {
            return switch (this) {
                case ORDER_BUMP -> "orderBump";
                case SETUP_FEE -> "setupFee";
                case VARIANT_OPTION -> "variantOption";
                case TICKET_FEE -> "ticketFee";
                default -> name().toLowerCase(Locale.ROOT);
            };
        }
    }

    public Line {
        if (quantity < 1 || unitPrice < 0) {
            throw new IllegalArgumentException("a line must have a positive quantity and a price that is not negative");
        }
    }

    public long amount() {
        return Math.multiplyExact(unitPrice, (long) quantity);
    }
}
