package io.tollgate.pricing;

import java.math.BigInteger;

/** Multiplication and division of amounts without overflow or lost units. */
public final class Proportion {
    private Proportion() {}

    /** Returns {@code amount * numerator / denominator}, rounded half up. No argument may be negative. */
    public static long halfUp(long amount, long numerator, long denominator) {
        if (fits(amount, numerator)) {
            long product = amount * numerator;
            long quotient = product / denominator;
            long remainder = product % denominator;
            return remainder >= denominator - remainder ? quotient + 1 : quotient;
        }
        BigInteger twice = product(amount, numerator).shiftLeft(1).add(BigInteger.valueOf(denominator));
        return twice.divide(BigInteger.valueOf(denominator).shiftLeft(1)).longValueExact();
    }

    /** Returns {@code amount * numerator / denominator}, rounded down. */
    static long floor(long amount, long numerator, long denominator) {
        return fits(amount, numerator)
                ? amount * numerator / denominator
                : product(amount, numerator)
                        .divide(BigInteger.valueOf(denominator))
                        .longValueExact();
    }

    /** Returns the remainder of {@link #floor}. */
    static long remainder(long amount, long numerator, long denominator) {
        return fits(amount, numerator)
                ? amount * numerator % denominator
                : product(amount, numerator)
                        .mod(BigInteger.valueOf(denominator))
                        .longValueExact();
    }

    private static boolean fits(long a, long b) {
        return Math.multiplyHigh(a, b) == 0 && a * b >= 0;
    }

    private static BigInteger product(long a, long b) {
        return BigInteger.valueOf(a).multiply(BigInteger.valueOf(b));
    }
}
