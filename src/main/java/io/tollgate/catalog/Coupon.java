package io.tollgate.catalog;

import io.tollgate.clock.Times;
import io.tollgate.pricing.Reduction;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A coupon of a seller.
 *
 * @param percentOff counts before the amount
 * @param amountOff in minor units of the currency
 * @param duration how long a subscription has it; null counts as once
 * @param durationInMonths of a coupon that repeats
 * @param maxRedemptions null if unlimited, and in documents as they are stored
 * @param redeemBy when it expires; null if never
 * @param pageIds the pages that take it; empty for all
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
        @Nullable Instant redeemBy,
        boolean deleted,
        Set<String> pageIds,
        Set<String> ticketTypeIds) {

    /** How many payments of a subscription a coupon reduces. */
    public enum Duration {
        /** The first. */
        ONCE,
        /** Those of some months. */
        REPEATING,
        FOREVER;

        /** As the interface writes it: {@code forever}. */
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

    /** Why an order cannot use the coupon, or null if it can. */
    public @Nullable String rejection(String pageId, String orderCurrency, Instant now) {
        if (deleted) {
            return "was deleted";
        }
        if (redeemBy != null && !now.isBefore(redeemBy)) {
            return "expired at " + Times.text(redeemBy);
        }
        if (amountOff != null && !orderCurrency.equals(currency)) {
            return "takes off an amount in another currency than " + orderCurrency;
        }
        return pageIds.isEmpty() || pageIds.contains(pageId) ? null : "is for other pages";
    }
}
