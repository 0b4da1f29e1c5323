package io.tollgate.catalog.model;

import io.tollgate.pricing.Interval;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A price of a product.
 *
 * @param id null in the copy of the default price that a product contains
 * @param enabled null means enabled
 * @param hidden whether buyers see it only if the address of the page names its reference
 * @param amount in minor units; the minimum if the buyer chooses the amount
 * @param pwywSuggestedPrice the suggested amount in minor units if the buyer chooses it, or null
 * @param discountedFromPrice the former price that buyers see, in minor units, or null
 * @param setupFee in minor units; 0 without a setup fee
 * @param recurring the recurrence of a subscription, or null
 * @param paymentPlan the recurrence of an installment plan, or null
 */
public record Price(
        @Nullable String id,
        @Nullable String label,
        @Nullable String badge,
        @Nullable String reference,
        @Nullable Boolean enabled,
        boolean hidden,
        long amount,
        String currency,
        boolean payWhatYouWant,
        @Nullable Long pwywSuggestedPrice,
        @Nullable Long discountedFromPrice,
        long setupFee,
        boolean setupFeeMultipliesWithQuantity,
        @Nullable Recurrence recurring,
        @Nullable Recurrence paymentPlan) {

    /**
     * The schedule on which a price is charged.
     *
     * @param trialPeriodDays null without a trial
     * @param startDate when the first period begins; null or a time in the past: at once
     * @param planIterations the number of payments of an installment plan; null for a subscription
     */
    public record Recurrence(
            Interval interval,
            int intervalCount,
            @Nullable Integer trialPeriodDays,
            @Nullable Instant startDate,
            @Nullable Integer planIterations,
            @Nullable BillingAnchor billingCycleAnchorConfig) {
        /** The most payments that a plan can have. */
        public static final int PLAN_PAYMENTS_MAX = 1_000;

        /** The test clock reaches 50 years ahead, so that tests can see the whole of it. */
        public static final int PLAN_YEARS_MAX = 100;

        /** Returns whether a plan with this interval can have so many payments. */
        public boolean isPlanOf(int payments) {
            return payments >= 1 && payments <= PLAN_PAYMENTS_MAX && isPlanShort(interval, intervalCount, payments);
        }

        /** Returns whether the last payment follows the first one within {@link #PLAN_YEARS_MAX} years. */
        public static boolean isPlanShort(Interval interval, long intervalCount, long payments) {
            return !interval.after(Instant.EPOCH, (payments - 1) * intervalCount)
                    .isAfter(Interval.YEAR.after(Instant.EPOCH, PLAN_YEARS_MAX));
        }

        /** Returns the plan with another number of payments. */
        public Recurrence withIterations(int payments) {
            return new Recurrence(
                    interval, intervalCount, trialPeriodDays, startDate, payments, billingCycleAnchorConfig);
        }

        /** Returns whether the processor can bill it. */
        public boolean isBillable() {
            return intervalCount <= interval.countMax();
        }

        /** Returns whether both have the same interval, such as every 3 months. */
        public boolean hasSameInterval(@Nullable Recurrence other) {
            return other != null && interval == other.interval && intervalCount == other.intervalCount;
        }
    }

    /** The day on which periods begin. If it is disabled, periods begin on the day of the purchase. */
    public record BillingAnchor(
            boolean enabled,
            @Nullable Integer dayOfMonth,
            @Nullable Integer month) {}

    /** Returns the price with another amount, in minor units. */
    public Price withAmount(long other) {
        return with(label, other, discountedFromPrice, paymentPlan);
    }

    /** Returns the price with another installment plan. */
    public Price withPaymentPlan(Recurrence other) {
        return with(label, amount, discountedFromPrice, other);
    }

    /** Returns the price with another label and another former price. */
    public Price withTexts(@Nullable String otherLabel, @Nullable Long otherFormer) {
        return with(otherLabel, amount, otherFormer, paymentPlan);
    }

    private Price with(
            @Nullable String otherLabel, long otherAmount, @Nullable Long otherFormer, @Nullable Recurrence otherPlan) {
        return new Price(
                id,
                otherLabel,
                badge,
                reference,
                enabled,
                hidden,
                otherAmount,
                currency,
                payWhatYouWant,
                pwywSuggestedPrice,
                otherFormer,
                setupFee,
                setupFeeMultipliesWithQuantity,
                recurring,
                otherPlan);
    }

    public boolean isEnabled() {
        return enabled == null || enabled;
    }

    /** Returns the tab of the price: {@code one_time}, or the interval in which it recurs, such as {@code month}. */
    public String tab() {
        Recurrence recurrence = recurrence();
        return recurrence == null ? PriceTabs.ONE_TIME : recurrence.interval().wire();
    }

    /** Returns the recurrence of the installment plan or subscription; null if the price is charged once. */
    public @Nullable Recurrence recurrence() {
        return paymentPlan != null ? paymentPlan : recurring;
    }
}
