package io.tollgate.pricing;

import org.jspecify.annotations.Nullable;

/** A reduction by either a percentage or an amount, limited to the reduced amount. */
public record Reduction(
        @Nullable Percent percentOff, @Nullable Long amountOff) {
    public Reduction {
        if ((percentOff == null) == (amountOff == null)) {
            throw new IllegalArgumentException("a reduction must have either a percentage or an amount");
        }
        if (percentOff != null && percentOff.parts() > Percent.WHOLE) {
            throw new IllegalArgumentException("a percentage must not exceed 100");
        }
        if (amountOff != null && amountOff < 0) {
            throw new IllegalArgumentException("an amount must not be negative");
        }
    }

    public static Reduction percent(double percent) {
        return new Reduction(Percent.of(percent), null);
    }

    public static Reduction amount(long amount) {
        return new Reduction(null, amount);
    }

    public long from(long amount) {
        if (percentOff != null) {
            return percentOff.share(amount);
        }
        return amountOff == null ? 0 : Math.min(amountOff, amount);
    }
}
