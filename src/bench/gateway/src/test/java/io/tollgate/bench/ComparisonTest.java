package io.tollgate.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;

/** A difference is told from chance. */
class ComparisonTest {
    private static double[] around(double middle, double noise, int rounds, Random random) {
        double[] figures = new double[rounds];
        for (int i = 0; i < rounds; i++) {
            figures[i] = middle * (1 + noise * random.nextGaussian());
        }
        return figures;
    }

    @Test
    void a_steady_difference_exceeds_the_noise() {
        Comparison comparison = Comparison.of(new double[] {100, 104, 98, 102}, new double[] {110, 115, 107, 112});

        assertThat(comparison.median()).isCloseTo(1.1, within(0.01));
        assertThat(comparison.exceedsNoise()).isTrue();
        assertThat(comparison.verdict()).isEqualTo("**more**");
        assertThat(comparison.low()).isGreaterThan(1);
    }

    @Test
    void what_slows_both_in_the_same_round_is_no_difference() {
        Comparison comparison = Comparison.of(new double[] {100, 50, 80, 20}, new double[] {101, 50, 79, 20});

        assertThat(comparison.verdict()).isEqualTo("within the noise");
    }

    @Test
    void one_round_far_off_is_noise() {
        Comparison comparison =
                Comparison.of(new double[] {100, 100, 100, 100, 100}, new double[] {101, 99, 100, 101, 300});

        assertThat(comparison.exceedsNoise()).isFalse();
    }

    @Test
    void few_rounds_tell_nothing() {
        Comparison comparison = Comparison.of(new double[] {100, 100, 100}, new double[] {50, 50, 50});

        assertThat(comparison.verdict()).isEqualTo("too few rounds to tell");
        assertThat(comparison.exceedsNoise()).isFalse();
    }

    @Test
    void a_difference_too_small_to_mean_anything_is_not_told() {
        Comparison comparison = Comparison.of(new double[] {100, 100, 100, 100}, new double[] {99.5, 99.5, 99.5, 99.5});

        assertThat(comparison.verdict()).isEqualTo("within the noise");
    }

    /** Two programs that are the same are told apart no more often than once in twenty times, give or take. */
    @Test
    void the_same_twice_is_seldom_told_apart() {
        Random random = new Random(20_261_121);
        int told = 0;
        for (int i = 0; i < 1_000; i++) {
            if (Comparison.of(around(100, 0.1, 8, random), around(100, 0.1, 8, random))
                    .exceedsNoise()) {
                told++;
            }
        }

        assertThat(told).isBetween(20, 80);
    }

    @Test
    void a_difference_of_the_size_of_the_noise_is_mostly_found() {
        Random random = new Random(20_261_122);
        int told = 0;
        for (int i = 0; i < 1_000; i++) {
            if (Comparison.of(around(100, 0.05, 8, random), around(110, 0.05, 8, random))
                    .exceedsNoise()) {
                told++;
            }
        }

        assertThat(told).isGreaterThan(800);
    }
}
