package io.tollgate.pricing;

import java.util.Locale;

/**
 * One line of an order before anything is taken off or added.
 *
 * @param reference what the line is of: a product, variant option or ticket type; rules name it
 * @param couponApplies whether the order's coupon, if any, covers this line
 */
public record Line(Kind kind, String reference, String name, int quantity, long unitPrice, boolean couponApplies) {
    /** What is sold with a line. */
    public enum Kind {
        PRODUCT,
        ORDER_BUMP,
        SETUP_FEE,
        VARIANT_OPTION,
        TICKET,
        TICKET_FEE;

        /** Fees that come with a thing are not discounted for being many. */
        public boolean bulkApplies() {
            return this != SETUP_FEE && this != TICKET_FEE;
        }

        /** As the lines of an invoice name it: {@code setupFee}. */
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
            throw new IllegalArgumentException("a line has a quantity, and a price that is not negative");
        }
    }

    public long amount() {
        return Math.multiplyExact(unitPrice, (long) quantity);
    }
}
