package io.tollgate.pricing;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds the bulk discount that applies to each line and its amount. */
final class BulkDiscounts {
    private final List<Line> lines;
    private final @Nullable BulkDiscount[] winners;
    private final long[] amounts;

    BulkDiscounts(List<Line> lines, List<BulkDiscount> rules) {
        this.lines = lines;
        this.winners = new BulkDiscount[lines.size()];
        this.amounts = new long[lines.size()];
        for (BulkDiscount rule : rules) {
            contest(rule);
        }
        for (BulkDiscount rule : rules) {
            if (rule.together()) {
                reduceTogether(rule);
            }
        }
        for (int i = 0; i < winners.length; i++) {
            BulkDiscount rule = winners[i];
            if (rule != null && !rule.together()) {
                amounts[i] = rule.reduction().from(lines.get(i).amount());
            }
        }
    }

    @Nullable
    BulkDiscount best(int line) {
        return winners[line];
    }

    long amount(int line) {
        return amounts[line];
    }

    private void contest(BulkDiscount rule) {
        long all = 0;
        for (Line line : lines) {
            all += rule.counts(line) ? line.quantity() : 0;
        }
        for (int i = 0; i < winners.length; i++) {
            Line line = lines.get(i);
            BulkDiscount best = winners[i];
            if (rule.covers(line)
                    && rule.matches(rule.together() ? all : line.quantity())
                    && (best == null || best.minQuantity() < rule.minQuantity())) {
                winners[i] = rule;
            }
        }
    }

    private void reduceTogether(BulkDiscount rule) {
        List<Integer> won = new ArrayList<>();
        long sum = 0;
        for (int i = 0; i < winners.length; i++) {
            if (winners[i] == rule) {
                won.add(i);
                sum += lines.get(i).amount();
            }
        }
        long[] weights = won.stream().mapToLong(i -> lines.get(i).amount()).toArray();
        long[] shares = Shares.of(rule.reduction().from(sum), weights);
        for (int i = 0; i < shares.length; i++) {
            amounts[won.get(i)] = shares[i];
        }
    }
}
