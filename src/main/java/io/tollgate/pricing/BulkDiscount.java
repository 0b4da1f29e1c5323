package io.tollgate.pricing;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A quantity discount rule. If several rules match a line, the one with the highest minimum quantity applies.
 *
 * @param count the quantity that the bounds apply to
 * @param references the covered lines; empty for all, or for all tickets and options if each line counts by itself
 * @param maxQuantity null for no maximum
 */
public record BulkDiscount(
        Count count,
        Set<String> references,
        int minQuantity,
        @Nullable Integer maxQuantity,
        Reduction reduction) {

    /** Which quantity a rule counts. What it covers does not change what it counts. */
    public enum Count {
        /** All tickets of the order, or the quantity of the product. The discount is taken once from the sum. */
        ORDER,
        /** All covered lines. The discount is taken once from their sum. */
        COVERED,
        /** Each covered line by itself. The discount is taken from each. */
        LINE
    }

    /** Returns whether the discount is taken once from the sum of the covered lines. */
    public boolean together() {
        return count != Count.LINE;
    }

    boolean covers(Line line) {
        boolean named = references.isEmpty()
                ? together() || line.kind() == Line.Kind.VARIANT_OPTION || line.kind() == Line.Kind.TICKET
                : references.contains(line.reference());
        return line.kind().bulkApplies() && named;
    }

    /**
     * Returns whether the quantity of a line counts for a rule that counts lines together. Variant options do not add
     * to the quantity of a product.
     */
    boolean counts(Line line) {
        return count == Count.ORDER
                ? line.kind().bulkApplies() && line.kind() != Line.Kind.VARIANT_OPTION
                : covers(line);
    }

    boolean matches(long quantity) {
        return quantity >= minQuantity && (maxQuantity == null || quantity <= maxQuantity);
    }
}
