package io.tollgate.booking;

import io.tollgate.cart.Answers;
import io.tollgate.cart.AppliedCoupon;
import io.tollgate.cart.Buyer;
import io.tollgate.cart.EventCart;
import io.tollgate.cart.OrderTax;
import io.tollgate.catalog.Event;
import io.tollgate.catalog.PaymentOption;
import io.tollgate.error.ApiError;
import io.tollgate.error.ApiError.Problem;
import io.tollgate.purchase.Purchase;
import io.tollgate.purchase.Upsell;
import io.tollgate.purchase.Visit;
import io.tollgate.resource.Scope;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A booking that its event allows: on sale, with valid answers, and priced. Whether there are tickets left is
 * known only when {@link Claims} have taken them.
 */
record Draft(
        Scope scope,
        Instant now,
        BookingRequest request,
        Event event,
        Answers answers,
        Buyer buyer,
        EventCart cart,
        OrderTax tax,
        @Nullable AppliedCoupon coupon) {

    /**
     * What the catalog has for a booking.
     *
     * @param coupon of the seller; whether the order can use it is not checked yet
     * @param problems with what the catalog does not have
     */
    record Found(Event event, @Nullable AppliedCoupon coupon, OrderTax tax, List<Problem> problems) {}

    static Draft of(Scope scope, Instant now, BookingRequest request, Found found) {
        Event event = found.event();
        List<Problem> problems = new ArrayList<>(found.problems());
        AppliedCoupon coupon = AppliedCoupon.of(found.coupon(), event.id(), event.currency(), now, problems);
        EventCart cart = EventCart.of(event, request.tickets(), List.of(), coupon, found.tax(), problems);
        if (cart != null && cart.quote().total() > 0 && request.paymentOption() == null) {
            String message = "is required: the booking is neither complimentary nor free";
            problems.add(new Problem("paymentOption", message, null));
        }
        Answers answers = Answers.of(event.fields(), request.answers(), problems);
        if (cart == null || !problems.isEmpty()) {
            throw ApiError.invalid(problems);
        }
        Draft draft = new Draft(scope, now, request, event, answers, new Buyer(answers), cart, found.tax(), coupon);
        draft.requireBookable();
        return draft;
    }

    private void requireBookable() {
        SaleStatus.requireOnSale(event, cart, scope.live());
        if (isOwed() && tax.byProcessor()) {
            throw ApiError.unprocessable(
                    "tax_by_processor",
                    "The taxes of this event are worked out by the processor when a buyer pays there. Book it"
                            + " complimentary, or give the event a fixed tax rate.");
        }
    }

    /** Whether money is due. If not, the booking is paid. */
    private boolean isOwed() {
        return cart.quote().total() > 0;
    }

    /** What is bought once the booking has its number and its customer. */
    Purchase purchase(String id, String orderId, String customerId) {
        return new Purchase(
                scope,
                id,
                orderId,
                customerId,
                now,
                event,
                answers,
                buyer,
                event.currency(),
                cart.quote(),
                tax,
                coupon == null ? null : coupon.coupon(),
                request.tickets().complimentary(),
                option(),
                Visit.of(request.queryParameters()),
                Upsell.NONE);
    }

    private @Nullable PaymentOption option() {
        PaymentOption asked = request.paymentOption();
        if (asked == null) {
            return null;
        }
        PaymentOption.ManualType type = Objects.requireNonNull(asked.manualType());
        return PaymentOption.manual(type, asked, event.paymentOption(type).orElse(null));
    }
}
