package io.tollgate.pricing;

import java.util.Arrays;

/** Allocates an amount among parts by weight, in whole units that always sum to the amount. */
public final class Shares {
    private Shares() {}

    /**
     * Allocates by the largest remainder method: each part gets its proportion rounded down, and the remaining units go
     * to the parts with the largest remainders, earlier parts first. If all weights are 0, all parts weigh the same.
     */
    public static long[] of(long whole, long... weights) {
        if (whole < 0) {
            throw new IllegalArgumentException("the amount must not be negative");
        }
        long[] shares = new long[weights.length];
        if (whole == 0) {
            return shares;
        }
        if (weights.length == 0) {
            throw new IllegalArgumentException("at least one part is required");
        }
        long[] counted = anyWeight(weights) ? weights : equalWeights(weights.length);
        long sum = 0;
        for (long weight : counted) {
            sum = Math.addExact(sum, weight);
        }
        long[] remainders = new long[counted.length];
        long left = whole;
        for (int i = 0; i < counted.length; i++) {
            shares[i] = Proportion.floor(whole, counted[i], sum);
            remainders[i] = Proportion.remainder(whole, counted[i], sum);
            left -= shares[i];
        }
        distribute(left, shares, remainders);
        return shares;
    }

    /** Distributes the remaining units, of which there are fewer than parts with a remainder. */
    private static void distribute(long left, long[] shares, long[] remainders) {
        for (long unit = 0; unit < left; unit++) {
            int most = 0;
            for (int i = 1; i < remainders.length; i++) {
                if (remainders[i] > remainders[most]) {
                    most = i;
                }
            }
            shares[most]++;
            remainders[most] = -1;
        }
    }

    private static boolean anyWeight(long[] weights) {
        boolean any = false;
        for (long weight : weights) {
            if (weight < 0) {
                throw new IllegalArgumentException("a weight must not be negative");
            }
            any |= weight > 0;
        }
        return any;
    }

    private static long[] equalWeights(int parts) {
        long[] weights = new long[parts];
        Arrays.fill(weights, 1);
        return weights;
    }
}
