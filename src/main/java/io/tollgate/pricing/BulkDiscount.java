package io.tollgate.pricing;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A quantity discount rule. If several rules match a line, the one with the highest minimum quantity applies.
 *
 * @param together whether the quantities of all covered lines count together and the discount is taken once from
 * their sum; otherwise each line counts and is discounted separately
 * @param references the covered lines; empty for all
 * @param maxQuantity null for no maximum
 */
public record BulkDiscount(
        boolean together,
        Set<String> references,
        int minQuantity,
        @Nullable Integer maxQuantity,
        Reduction reduction) {

    boolean covers(Line line) {
        return line.kind().bulkApplies() && (references.isEmpty() || references.contains(line.reference()));
    }

    /**
     * Returns whether the quantity of a line counts. Variant options do not add to the quantity of a product, so they
     * count only if the rule names them.
     */
    boolean counts(Line line) {
        return covers(line) && (line.kind() != Line.Kind.VARIANT_OPTION || !references.isEmpty());
    }

    boolean matches(long quantity) {
        return quantity >= minQuantity && (maxQuantity == null || quantity <= maxQuantity);
    }
}
