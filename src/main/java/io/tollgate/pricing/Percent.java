package io.tollgate.pricing;

import java.math.BigDecimal;
import java.math.RoundingMode;

/**
 * A percentage, exact to four decimals.
 *
 * @param millionths of the whole: 19 % is 190,000
 */
public record Percent(long millionths) {
    private static final long WHOLE = 1_000_000;

    public Percent {
        if (millionths < 0) {
            throw new IllegalArgumentException("a percentage is not negative");
        }
    }

    /** @throws ArithmeticException where it has more than four decimals */
    public static Percent of(BigDecimal percent) {
        return new Percent(
                percent.movePointRight(4).setScale(0, RoundingMode.UNNECESSARY).longValueExact());
    }

    public static Percent of(double percent) {
        return of(BigDecimal.valueOf(percent));
    }

    /** The nearest percentage of four decimals, for rules that sellers wrote with more. */
    public static Percent nearest(BigDecimal percent) {
        return of(percent.setScale(4, RoundingMode.HALF_UP));
    }

    /** This part of an amount, rounded half up. */
    public long share(long amount) {
        return Proportion.halfUp(amount, millionths, WHOLE);
    }

    /** What an amount that was raised by this percentage contains of it, rounded half up. */
    public long containedIn(long amount) {
        return Proportion.halfUp(amount, millionths, WHOLE + millionths);
    }

    public Percent plus(Percent other) {
        return new Percent(millionths + other.millionths);
    }

    /** As the interface shows it: 19 is 19 %. */
    public BigDecimal value() {
        return plain(BigDecimal.valueOf(millionths, 4));
    }

    /** As a fraction: 0.19 is 19 %. */
    public BigDecimal fraction() {
        return plain(BigDecimal.valueOf(millionths, 6));
    }

    private static BigDecimal plain(BigDecimal value) {
        BigDecimal stripped = value.stripTrailingZeros();
        return stripped.scale() < 0 ? stripped.setScale(0, RoundingMode.UNNECESSARY) : stripped;
    }
}
