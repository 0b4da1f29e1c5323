package io.tollgate.catalog.model;

import io.tollgate.platform.clock.Times;
import io.tollgate.pricing.Reduction;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A coupon of a seller.
 *
 * @param percentOff takes precedence over {@code amountOff}; null without a percentage
 * @param amountOff in minor units of the currency; null without an amount
 * @param currency the currency of {@code amountOff}; null without one
 * @param duration how long it reduces the payments of a subscription; null means once
 * @param durationInMonths the number of months of a {@code REPEATING} coupon
 * @param maxRedemptions null if unlimited; always null in stored documents, which do not contain it
 * @param maxRedemptionsPerCustomer null if unlimited
 * @param redeemBy the time of expiry; null if it does not expire
 * @param pageIds the pages on which it is valid; empty for all
 * @param ticketTypeIds the ticket types that it covers; empty for all
 */
public record Coupon(
        String id,
        @Nullable String label,
        String code,
        @Nullable BigDecimal percentOff,
        @Nullable Long amountOff,
        @Nullable String currency,
        boolean appliesToSetupFee,
        boolean appliesToTicketFees,
        @Nullable Duration duration,
        @Nullable Integer durationInMonths,
        @Nullable Integer maxRedemptions,
        @Nullable Integer maxRedemptionsPerCustomer,
        @Nullable Instant redeemBy,
        boolean deleted,
        Set<String> pageIds,
        Set<String> ticketTypeIds) {

    /** The payments of a subscription that a coupon reduces. */
    public enum Duration {
        /** The first payment. */
        ONCE,
        /** The payments of the first {@code durationInMonths} months. */
        REPEATING,
        /** All payments. */
        FOREVER;

        /** Returns the value in the API, such as {@code forever}. */
        public String wire() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public Duration durationOrOnce() {
        return duration == null ? Duration.ONCE : duration;
    }

    public boolean covers(String ticketTypeId) {
        return ticketTypeIds.isEmpty() || ticketTypeIds.contains(ticketTypeId);
    }

    public Reduction reduction() {
        return Discount.reduction(percentOff, amountOff);
    }

    /** Returns the reason why an order cannot use the coupon; null if it can. Does not check redemptions. */
    public @Nullable String rejection(String pageId, String orderCurrency, Instant now) {
        if (deleted) {
            return "was deleted";
        }
        if (redeemBy != null && !now.isBefore(redeemBy)) {
            return "expired at " + Times.text(redeemBy);
        }
        if (amountOff != null && !orderCurrency.equals(currency)) {
            return "is not valid for orders in " + orderCurrency;
        }
        return pageIds.isEmpty() || pageIds.contains(pageId) ? null : "is not valid for this page";
    }
}
