package io.tollgate.pricing;

import java.util.Arrays;

/** Shares a whole out among parts: by weight, in whole units, and always summing to the whole. */
public final class Shares {
    private Shares() {}

    /**
     * By largest remainder: each part gets its proportion rounded down, and what is left goes one
     * unit each to those that lost most, the earlier first among equals. Without any weight, all
     * parts count alike.
     */
    public static long[] of(long whole, long... weights) {
        if (whole < 0) {
            throw new IllegalArgumentException("a negative whole is not shared out");
        }
        long[] shares = new long[weights.length];
        if (whole == 0) {
            return shares;
        }
        if (weights.length == 0) {
            throw new IllegalArgumentException("there is no part to take the whole");
        }
        long[] counted = anyWeight(weights) ? weights : alike(weights.length);
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
        handOut(left, shares, remainders);
        return shares;
    }

    /** Fewer units are left than there are parts with a remainder. */
    private static void handOut(long left, long[] shares, long[] remainders) {
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
                throw new IllegalArgumentException("a weight is negative");
            }
            any |= weight > 0;
        }
        return any;
    }

    private static long[] alike(int parts) {
        long[] weights = new long[parts];
        Arrays.fill(weights, 1);
        return weights;
    }
}
