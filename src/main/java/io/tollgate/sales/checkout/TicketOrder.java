package io.tollgate.sales.checkout;

import io.tollgate.catalog.model.Event;
import io.tollgate.platform.error.ApiError.Problem;
import io.tollgate.pricing.Quote;
import io.tollgate.sales.booking.SaleStatus;
import io.tollgate.sales.cart.AppliedCoupon;
import io.tollgate.sales.cart.BumpCart;
import io.tollgate.sales.cart.CartLimits;
import io.tollgate.sales.cart.EventCart;
import io.tollgate.sales.cart.OrderTax;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An order of tickets of an event. */
record TicketOrder(
        @Override Event page,
        @Override OrderForm.TicketForm form,
        @Override List<BumpCart.Choice> bumps,
        @Override @Nullable AppliedCoupon coupon,
        @Override OrderTax tax,
        @Override Instant placedAt)
        implements PageOrder {

    /** A valid order of tickets. */
    record PricedTickets(@Override TicketOrder order, EventCart cart) implements Priced {
        @Override
        public Quote quote() {
            return cart.quote();
        }

        @Override
        public StockClaims claims(boolean live) {
            return StockClaims.ofTickets(this, live);
        }
    }

    @Override
    public PageOrder taxed(OrderTax other) {
        return new TicketOrder(page, form, bumps, coupon, other, placedAt);
    }

    @Override
    public @Nullable Priced price(List<Problem> problems) {
        if (form.tickets().quantities().isEmpty()) {
            problems.add(new Problem("tickets", "must have at least one ticket", null));
        }
        CartLimits.requireFewTickets(page, form.tickets(), problems);
        Event charged = form.manualOption() == null ? page.withCollectedFees() : page;
        EventCart cart = EventCart.of(charged, form.tickets(), bumps, coupon, tax, problems);
        return cart == null ? null : new PricedTickets(this, cart);
    }

    @Override
    public List<Problem> furtherProblems() {
        return form.attendees().problems();
    }

    @Override
    public void requireOnSale(Priced priced, boolean live) {
        if (priced instanceof PricedTickets tickets) {
            SaleStatus.requireOnSale(page, tickets.cart(), live);
        }
    }
}
