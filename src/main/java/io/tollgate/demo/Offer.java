package io.tollgate.demo;

import io.tollgate.pricing.BulkDiscount;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A checkout page with its product, as a purchase needs it.
 *
 * @param upsell page of the funnel's first enabled upsell step, or null
 * @param stock how many there are, or null without limit
 * @param until purchases happen before this moment only; far in the future for most
 */
record Offer(
        String pageId,
        String slug,
        String name,
        String status,
        boolean testmode,
        String locale,
        String productId,
        String title,
        String sku,
        String currency,
        Kind kind,
        List<Price> prices,
        List<Variant> variants,
        List<BulkDiscount> bulk,
        List<FeeRule> fees,
        Tax tax,
        @Nullable String manual,
        boolean dynamicPrice,
        boolean licenseKeys,
        @Nullable Integer stock,
        List<Question> questions,
        @Nullable String upsell,
        long createdAt,
        long until) {

    /** How a product is sold. */
    enum Kind {
        ONE_TIME,
        PAY_WHAT_YOU_WANT,
        SUBSCRIPTION,
        PLAN;

        boolean recurring() {
            return this == SUBSCRIPTION || this == PLAN;
        }
    }

    /** How a page is taxed. */
    enum Tax {
        NONE,
        INCLUSIVE_RATE,
        EXCLUSIVE_RATE,
        PROCESSOR
    }

    /** One price of the product; interval and what follows are of recurring ones. */
    record Price(
            String id,
            String label,
            @Nullable String badge,
            Kind kind,
            long amount,
            @Nullable Long discountedFrom,
            @Nullable Long suggested,
            @Nullable Long setupFee,
            @Nullable String interval,
            int intervalCount,
            int trialDays,
            int iterations) {

        String reference() {
            return "price_"
                    + switch (kind) {
                        case ONE_TIME -> "one_time_fixed_";
                        case PAY_WHAT_YOU_WANT -> "one_time_pwyw_";
                        default -> "recurring_fixed_";
                    }
                    + amount;
        }
    }

    /** Something to choose beside the product. */
    record Variant(String id, String name, String reference, String selection, boolean stocked, List<Option> options) {}

    /** One choice; {@code stock} is null without limit. */
    record Option(
            String id,
            String name,
            String sku,
            long charge,
            boolean recurring,
            @Nullable Integer stock) {}

    /** A fee of the page: an amount or a percentage. */
    record FeeRule(
            String name, @Nullable Long amount, @Nullable Double percentage, boolean multiplied) {}

    boolean sold() {
        return !status.equals("draft");
    }
}
