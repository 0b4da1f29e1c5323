package io.tollgate.pricing;

import java.math.BigDecimal;
import java.math.RoundingMode;

/**
 * A percentage, exact to the six decimals that rules of sellers may have.
 *
 * @param parts of a hundred million, which is the whole: 19 % is 19,000,000
 */
public record Percent(long parts) {
    static final long WHOLE = 100_000_000;

    private static final int DECIMALS = 6;

    public Percent {
        if (parts < 0) {
            throw new IllegalArgumentException("a percentage is not negative");
        }
    }

    /** @throws ArithmeticException where it has more than six decimals */
    public static Percent of(BigDecimal percent) {
        return new Percent(percent.movePointRight(DECIMALS)
                .setScale(0, RoundingMode.UNNECESSARY)
                .longValueExact());
    }

    public static Percent of(double percent) {
        return of(BigDecimal.valueOf(percent));
    }

    /** This part of an amount, rounded half up. */
    public long share(long amount) {
        return Proportion.halfUp(amount, parts, WHOLE);
    }

    /** What an amount that was raised by this percentage contains of it, rounded half up. */
    public long containedIn(long amount) {
        return Proportion.halfUp(amount, parts, WHOLE + parts);
    }

    public Percent plus(Percent other) {
        return new Percent(parts + other.parts);
    }

    /** As the interface shows it: 19 is 19 %. */
    public BigDecimal value() {
        return plain(BigDecimal.valueOf(parts, DECIMALS));
    }

    /** As a fraction: 0.19 is 19 %. */
    public BigDecimal fraction() {
        return plain(BigDecimal.valueOf(parts, DECIMALS + 2));
    }

    private static BigDecimal plain(BigDecimal value) {
        BigDecimal stripped = value.stripTrailingZeros();
        return stripped.scale() < 0 ? stripped.setScale(0, RoundingMode.UNNECESSARY) : stripped;
    }
}
