package io.tollgate.pricing;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A rule that lowers the price of many. Of the rules that match a line, the one with the highest
 * least quantity wins.
 *
 * @param together whether the quantities of all lines covered count together, and the reduction is
 *     taken once from all of them; else each line counts, and is reduced, for itself
 * @param references the lines covered; empty: all
 * @param maxQuantity null: open-ended
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
     * What is chosen beside a product does not make it more of them: options count only where a
     * rule names them.
     */
    boolean counts(Line line) {
        return covers(line) && (line.kind() != Line.Kind.VARIANT_OPTION || !references.isEmpty());
    }

    boolean takes(long quantity) {
        return quantity >= minQuantity && (maxQuantity == null || quantity <= maxQuantity);
    }
}
