package io.tollgate.pricing;

import org.jspecify.annotations.Nullable;

/** Takes off a percentage or an amount: one of the two, and never more than there is. */
public record Reduction(
        @Nullable Percent percentOff, @Nullable Long amountOff) {
    public Reduction {
        if ((percentOff == null) == (amountOff == null)) {
            throw new IllegalArgumentException("either a percentage or an amount is taken off");
        }
        if (percentOff != null && percentOff.parts() > Percent.WHOLE) {
            throw new IllegalArgumentException("more than all cannot be taken off");
        }
        if (amountOff != null && amountOff < 0) {
            throw new IllegalArgumentException("a negative amount cannot be taken off");
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
