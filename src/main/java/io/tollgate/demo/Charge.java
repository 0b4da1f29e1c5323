package io.tollgate.demo;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.pricing.BulkDiscount;
import io.tollgate.pricing.Quote;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A payment or a booking: what both have in common, and what their invoice needs.
 *
 * @param option how the buyer chose to pay: {@code full}, {@code partial}, {@code invoice} or {@code
 *     cash_on_delivery}
 * @param byCard whether only a card will do: a funnel charges it again
 * @param recovered whether the buyer left, was reminded, and came back
 */
record Charge(
        Book book,
        boolean booking,
        long position,
        String id,
        String orderId,
        long createdAt,
        String pageId,
        String slug,
        String title,
        String locale,
        List<Question> questions,
        Offer.Tax tax,
        Buyer buyer,
        String currency,
        Quote quote,
        @Nullable CouponOffer coupon,
        @Nullable BulkDiscount bulk,
        String status,
        String option,
        boolean complimentary,
        boolean recovered,
        boolean byCard,
        Upsell upsell) {

    /** After which purchase an accepted upsell came; all null for what is none. */
    record Upsell(
            @Nullable String pageId,
            @Nullable String chargeId,
            @Nullable String subscriptionId) {
        static final Upsell NONE = new Upsell(null, null, null);

        boolean accepted() {
            return pageId != null;
        }
    }

    private static final long INVOICE_DELAY = 400;

    private static final Set<String> PLACED = Set.of("unpaid", "partially_paid", "paid", "partial_refund", "refunded");

    private static final Set<String> INVOICED =
            Set.of("pending", "unpaid", "partially_paid", "paid", "partial_refund", "refunded", "canceled");

    /** Whether an order was made: it takes from what can run out. */
    boolean placed() {
        return PLACED.contains(status);
    }

    static boolean placed(String status) {
        return PLACED.contains(status);
    }

    boolean abandonedDraft() {
        return (status.equals("draft") || status.equals("draft_expired")) && book.now() - createdAt > Moments.HOUR;
    }

    boolean invoiced() {
        return quote.total() > 0 && INVOICED.contains(status);
    }

    long invoicedAt() {
        return createdAt + INVOICE_DELAY;
    }

    @Nullable
    String invoiceId() {
        return invoiced()
                ? book.ids(booking ? IdMaker.Kind.BOOKING_INVOICE : IdMaker.Kind.PAYMENT_INVOICE)
                        .id(invoicedAt(), position)
                : null;
    }

    /** Chance for one purpose, always the same for this charge. */
    Chance chance(int purpose) {
        return new Chance(book.seed(), booking ? 0xb00c : 0x9a1d, position, purpose);
    }

    /** What the buyer answered on the page. */
    List<ObjectNode> answers() {
        return Questions.answers(questions, buyer, chance(9));
    }

    Settlement settlement() {
        return Settlement.of(this);
    }
}
