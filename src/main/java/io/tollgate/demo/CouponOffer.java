package io.tollgate.demo;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.pricing.Reduction;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A coupon, as a purchase needs it.
 *
 * @param until used before this moment only
 */
record CouponOffer(
        String id,
        String label,
        String code,
        @Nullable Long amountOff,
        @Nullable String currency,
        @Nullable Integer percentOff,
        boolean appliesToSetupFee,
        boolean appliesToTicketFees,
        String duration,
        @Nullable Integer durationInMonths,
        @Nullable Integer maxRedemptions,
        boolean deleted,
        List<String> pageIds,
        List<String> ticketTypeIds,
        String processorCouponId,
        long createdAt,
        long until) {

    /** So many redemptions that no demo uses them up, and nobody has to count. */
    static final int AMPLE = 100_000_000;

    boolean canRunOut() {
        return maxRedemptions != null && maxRedemptions < AMPLE;
    }

    boolean fits(String pageId, String pageCurrency, long time) {
        return time < until
                && (currency == null || currency.equals(pageCurrency))
                && (pageIds.isEmpty() || pageIds.contains(pageId));
    }

    Reduction reduction() {
        return percentOff != null ? Reduction.percent(percentOff) : Reduction.amount(amountOff == null ? 0 : amountOff);
    }

    /** As payments, bookings and invoices keep it. */
    ObjectNode applied(long discount) {
        return Json.of(
                "id",
                id,
                "label",
                label,
                "code",
                code,
                "amountOff",
                amountOff,
                "percentOff",
                percentOff,
                "discount",
                discount);
    }

    /** As subscriptions keep it: as it was made. How often it was used, only the coupon itself tells. */
    ObjectNode snapshot() {
        return Json.of(
                "label", label,
                "code", code,
                "amountOff", amountOff,
                "percentOff", percentOff,
                "appliesToSetupFee", appliesToSetupFee,
                "duration", duration,
                "durationInMonths", durationInMonths,
                "redeemBy", until < Long.MAX_VALUE ? Moments.iso(until) : null,
                "maxRedemptions", maxRedemptions,
                "timesRedeemed", 0,
                "currency", currency,
                "deleted", false,
                "pageIds", pageIds);
    }
}
