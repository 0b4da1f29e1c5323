package io.tollgate.sales.booking;

import io.tollgate.catalog.model.Event;
import io.tollgate.catalog.model.PaymentOption;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.error.ApiError.Problem;
import io.tollgate.platform.resource.Scope;
import io.tollgate.sales.cart.Answers;
import io.tollgate.sales.cart.AppliedCoupon;
import io.tollgate.sales.cart.Buyer;
import io.tollgate.sales.cart.EventCart;
import io.tollgate.sales.cart.OrderTax;
import io.tollgate.sales.purchase.Purchase;
import io.tollgate.sales.purchase.Upsell;
import io.tollgate.sales.purchase.Visit;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A booking that passed all checks except capacity: its tickets are on sale, its answers are valid, and it is priced.
 * {@link CapacityClaims} then claims the capacity.
 */
record BookingDraft(
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
     * The catalog records that a booking refers to.
     *
     * @param coupon the coupon of the request, before the check whether the order can use it
     * @param problems one problem for each reference to a record that does not exist
     */
    record DraftInput(Event event, @Nullable AppliedCoupon coupon, OrderTax tax, List<Problem> problems) {
        DraftInput taxed(OrderTax other) {
            return new DraftInput(event, coupon, other, problems);
        }
    }

    static BookingDraft of(Scope scope, Instant now, BookingRequest request, DraftInput found) {
        Event event = found.event();
        List<Problem> problems = new ArrayList<>(found.problems());
        AppliedCoupon coupon = AppliedCoupon.of(found.coupon(), event.id(), event.currency(), now, problems);
        EventCart cart = EventCart.of(event, request.tickets(), List.of(), coupon, found.tax(), problems);
        if (cart != null && cart.quote().total() > 0 && request.paymentOption() == null) {
            String message = "is required unless the booking is complimentary or free";
            problems.add(new Problem("paymentOption", message, null));
        }
        Answers answers = Answers.of(event.fields(), request.answers(), problems);
        if (cart == null || !problems.isEmpty()) {
            throw ApiError.invalid(problems);
        }
        BookingDraft draft =
                new BookingDraft(scope, now, request, event, answers, new Buyer(answers), cart, found.tax(), coupon);
        SaleStatus.requireOnSale(event, cart, scope.live());
        return draft;
    }

    CapacityClaims claims() {
        return new CapacityClaims(scope.live(), event, cart, coupon == null ? null : coupon.coupon(), buyer.email());
    }

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
                List.of(),
                coupon == null ? null : coupon.coupon(),
                request.tickets().complimentary(),
                option(),
                Visit.of(request.queryParameters()),
                Upsell.NONE);
    }

    private @Nullable PaymentOption option() {
        PaymentOption requested = request.paymentOption();
        if (requested == null) {
            return null;
        }
        PaymentOption.ManualType type = Objects.requireNonNull(requested.manualType());
        return PaymentOption.manual(type, requested, event.paymentOption(type).orElse(null), event.locale());
    }
}
