package io.tollgate.catalog;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A price of a product.
 *
 * @param id null for the copy that a product shows
 * @param enabled null counts as enabled
 * @param amount in minor units; the least amount if the buyer chooses it
 * @param pwywSuggestedPrice in minor units, if the buyer chooses the amount
 * @param discountedFromPrice what buyers see as the price before; null for none
 * @param setupFee in minor units; 0 without one
 * @param recurring how a subscription recurs, or null
 * @param paymentPlan how an installment plan recurs, or null
 */
public record Price(
        @Nullable String id,
        @Nullable String label,
        @Nullable String badge,
        @Nullable String reference,
        @Nullable Boolean enabled,
        long amount,
        String currency,
        boolean payWhatYouWant,
        @Nullable Long pwywSuggestedPrice,
        @Nullable Long discountedFromPrice,
        long setupFee,
        boolean setupFeeMultipliesWithQuantity,
        @Nullable Recurrence recurring,
        @Nullable Recurrence paymentPlan) {

    /** The unit of an interval. */
    public enum Interval {
        DAY,
        WEEK,
        MONTH,
        YEAR;

        /** As the interface writes it: {@code month}. */
        public String wire() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * How a price is charged again.
     *
     * @param trialPeriodDays null without a trial
     * @param planIterations number of payments of a plan; null for a subscription
     */
    public record Recurrence(
            Interval interval,
            int intervalCount,
            @Nullable Integer trialPeriodDays,
            @Nullable Integer planIterations,
            @Nullable BillingAnchor billingCycleAnchorConfig) {

        /** Whether both are charged at the same times. */
        public boolean hasRhythmOf(@Nullable Recurrence other) {
            return other != null && interval == other.interval && intervalCount == other.intervalCount;
        }
    }

    /** The day on which periods begin, if it is not that of the purchase. */
    public record BillingAnchor(
            boolean enabled,
            @Nullable Integer dayOfMonth,
            @Nullable Integer month) {}

    public boolean isEnabled() {
        return enabled == null || enabled;
    }

    /** How the price is charged again: as a plan, as a subscription, or null if it is charged once. */
    public @Nullable Recurrence recurrence() {
        return paymentPlan != null ? paymentPlan : recurring;
    }
}
