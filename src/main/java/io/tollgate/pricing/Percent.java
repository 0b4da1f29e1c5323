package io.tollgate.pricing;

import java.math.BigDecimal;
import java.math.RoundingMode;

/**
 * A percentage with up to six decimals, the precision of sellers' rules.
 *
 * @param parts hundred-millionths of the whole: 19 % is 19,000,000
 */
public record Percent(long parts) {
    static final long WHOLE = 100_000_000;

    private static final int DECIMALS = 6;

    public Percent {
        if (parts < 0) {
            throw new IllegalArgumentException("a percentage must not be negative");
        }
    }

    /** @throws ArithmeticException if the value has more than six decimals */
    public static Percent of(BigDecimal percent) {
        return new Percent(percent.movePointRight(DECIMALS)
                .setScale(0, RoundingMode.UNNECESSARY)
                .longValueExact());
    }

    public static Percent of(double percent) {
        return of(BigDecimal.valueOf(percent));
    }

    /** Returns this percentage of an amount, rounded half up. */
    public long share(long amount) {
        return Proportion.halfUp(amount, parts, WHOLE);
    }

    /** Returns the part of an amount that an increase by this percentage added, rounded half up. */
    public long containedIn(long amount) {
        return Proportion.halfUp(amount, parts, WHOLE + parts);
    }

    public Percent plus(Percent other) {
        return new Percent(parts + other.parts);
    }

    /** Returns the percentage as the interface shows it: 19 is 19 %. */
    public BigDecimal value() {
        return plain(BigDecimal.valueOf(parts, DECIMALS));
    }

    /** Returns the percentage as a fraction: 0.19 is 19 %. */
    public BigDecimal fraction() {
        return plain(BigDecimal.valueOf(parts, DECIMALS + 2));
    }

    private static BigDecimal plain(BigDecimal value) {
        BigDecimal stripped = value.stripTrailingZeros();
        return stripped.scale() < 0 ? stripped.setScale(0, RoundingMode.UNNECESSARY) : stripped;
    }
}
