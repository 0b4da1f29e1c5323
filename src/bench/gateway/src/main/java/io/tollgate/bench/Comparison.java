package io.tollgate.bench;

import java.util.Arrays;

/**
 * The same figure of two programs, taken in turns: how many times the one the other is, and whether
 * that is more than chance.
 *
 * <p>Each round gives a ratio, of two figures taken one right after the other. The mean of their
 * logarithms lies, nineteen times in twenty, within the interval of Student's distribution around
 * what was measured; a difference exceeds the noise when no difference, 1, lies outside of it.
 * Differences under one per cent are never told: order of memory and of methods makes as much.
 *
 * @param ratios of the second over the first, round by round
 */
record Comparison(double[] ratios) {
    private static final double SMALLEST = 0.01;
    private static final int ROUNDS_MIN = 4;

    /** Two-sided, 95 %, by degrees of freedom from 1. */
    private static final double[] STUDENT = {
        12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131, 2.120,
        2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042
    };

    private static final double STUDENT_OF_MANY = 1.96;

    static Comparison of(double[] first, double[] second) {
        double[] ratios = new double[first.length];
        for (int i = 0; i < ratios.length; i++) {
            ratios[i] = second[i] / first[i];
        }
        return new Comparison(ratios);
    }

    double median() {
        return Rounds.median(ratios);
    }

    double least() {
        return Arrays.stream(ratios).min().orElseThrow();
    }

    double most() {
        return Arrays.stream(ratios).max().orElseThrow();
    }

    /** The lower end of the interval in which the true ratio lies. */
    double low() {
        return Math.exp(mean() - reach());
    }

    double high() {
        return Math.exp(mean() + reach());
    }

    boolean exceedsNoise() {
        return ratios.length >= ROUNDS_MIN && Math.abs(mean()) > reach() && Math.abs(Math.exp(mean()) - 1) >= SMALLEST;
    }

    String verdict() {
        if (ratios.length < ROUNDS_MIN) {
            return "too few rounds to tell";
        }
        if (!exceedsNoise()) {
            return "within the noise";
        }
        return mean() > 0 ? "**more**" : "**less**";
    }

    private double mean() {
        return Arrays.stream(ratios).map(Math::log).average().orElseThrow();
    }

    private double reach() {
        if (ratios.length < 2) {
            return Double.POSITIVE_INFINITY;
        }
        double mean = mean();
        double squares = Arrays.stream(ratios)
                .map(ratio -> (Math.log(ratio) - mean) * (Math.log(ratio) - mean))
                .sum();
        int freedom = ratios.length - 1;
        double student = freedom <= STUDENT.length ? STUDENT[freedom - 1] : STUDENT_OF_MANY;
        return student * Math.sqrt(squares / freedom / ratios.length);
    }
}
