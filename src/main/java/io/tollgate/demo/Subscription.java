package io.tollgate.demo;

import io.tollgate.pricing.Quote;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A subscription or payment plan.
 *
 * @param plain what a period costs without coupon
 * @param discounted what a period costs while the coupon lasts; the same without one
 * @param setup what is charged once with the first period, or null
 * @param billedFrom when the first period begins: after the trial
 * @param endedAt when it was canceled or completed; 0 while it lasts
 * @param periods how many periods have been charged, or tried to
 */
record Subscription(
        Book book,
        long position,
        String id,
        String orderId,
        long createdAt,
        Offer offer,
        Offer.Price price,
        Buyer buyer,
        int quantity,
        @Nullable Long dynamicPrice,
        List<Payment.Choice> choices,
        Quote plain,
        Quote discounted,
        @Nullable Quote setup,
        @Nullable CouponOffer coupon,
        String status,
        long billedFrom,
        long endedAt,
        int periods,
        Charge.Upsell upsell) {

    Chance chance(int purpose) {
        return new Chance(book.seed(), 0x5b5c, position, purpose);
    }

    String processorId() {
        return "sub_1" + chance(1).token(23);
    }

    /** What a period costs as the subscription tells it. */
    long amount() {
        return coupon != null && coupon.duration().equals("forever") ? discounted.total() : plain.total();
    }

    /** What was charged for a period: coupons last one period, some months, or forever. */
    long amount(int period) {
        boolean reduced = coupon != null
                && switch (coupon.duration()) {
                    case "once" -> period == 0;
                    case "repeating" -> {
                        Integer months = coupon.durationInMonths();
                        yield months != null && startOf(period) < Intervals.plus(billedFrom, "month", months);
                    }
                    default -> true;
                };
        long once = period == 0 && setup != null ? setup.total() : 0;
        return once + (reduced ? discounted.total() : plain.total());
    }

    long startOf(int period) {
        return Intervals.plus(billedFrom, price.interval(), period * price.intervalCount());
    }

    boolean begun() {
        return switch (status) {
            case "draft", "draft_expired", "incomplete", "incomplete_expired", "failed" -> false;
            default -> true;
        };
    }
}
