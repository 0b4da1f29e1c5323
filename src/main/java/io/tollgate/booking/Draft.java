package io.tollgate.booking;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.error.ApiError;
import io.tollgate.error.ApiError.Problem;
import io.tollgate.order.Answers;
import io.tollgate.order.Buyer;
import io.tollgate.order.CouponUse;
import io.tollgate.order.EventCart;
import io.tollgate.order.Tax;
import io.tollgate.pricing.Quote;
import io.tollgate.resource.Scope;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A booking that fits its event: on sale, answered, and priced. What is left of the event is not known
 * yet: only claims tell that.
 */
record Draft(
        Scope scope,
        Instant now,
        BookingRequest request,
        ObjectNode event,
        Answers answers,
        Buyer buyer,
        EventCart cart,
        Tax tax,
        @Nullable CouponUse coupon) {

    /**
     * What the catalogue has for a booking.
     *
     * @param problems with what it does not have
     */
    record Found(ObjectNode event, CouponUse.@Nullable Found coupon, Tax tax, List<Problem> problems) {}

    static Draft of(Scope scope, Instant now, BookingRequest request, Found found) {
        ObjectNode event = found.event();
        String currency = event.path("eventDetails").path("currency").asText();
        List<Problem> problems = new ArrayList<>(found.problems());
        CouponUse coupon = CouponUse.of(found.coupon(), request.eventId(), currency, now, problems);
        EventCart cart = EventCart.of(event, request.wanted(), List.of(), coupon, found.tax(), problems);
        if (cart != null && cart.quote().total() > 0 && request.paymentOption() == null) {
            String message = "is required: the booking is neither complimentary nor free";
            problems.add(new Problem("paymentOption", message, null));
        }
        Answers answers = Answers.of(event.path("fields"), request.fields(), problems);
        if (cart == null || !problems.isEmpty()) {
            throw ApiError.invalid(problems);
        }
        Draft draft = new Draft(scope, now, request, event, answers, new Buyer(answers), cart, found.tax(), coupon);
        draft.hold();
        return draft;
    }

    private void hold() {
        OnSale.hold(event, cart, scope.live());
        if (isOwed() && tax.byProcessor()) {
            throw ApiError.unprocessable(
                    "tax_by_processor",
                    "The taxes of this event are worked out by the processor when a buyer pays there. Book it"
                            + " complimentary, or give the event a fixed tax rate.");
        }
    }

    Quote quote() {
        return cart.quote();
    }

    /** Whether money is still to come: else the booking is paid with nothing due. */
    boolean isOwed() {
        return quote().total() > 0;
    }

    String currency() {
        return event.path("eventDetails").path("currency").asText();
    }

    /** What visitors read; an event without a title goes by its name. */
    String title() {
        return event.path("title").asText(event.path("name").asText());
    }
}
