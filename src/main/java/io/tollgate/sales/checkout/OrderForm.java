package io.tollgate.sales.checkout;

import io.tollgate.catalog.model.PaymentOption.ManualType;
import io.tollgate.sales.cart.Attendees;
import io.tollgate.sales.cart.CouponReference;
import io.tollgate.sales.cart.RequestedBump;
import io.tollgate.sales.cart.RequestedProduct;
import io.tollgate.sales.cart.RequestedTickets;
import io.tollgate.sales.cart.SubmittedAnswer;
import io.tollgate.sales.purchase.Visit;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a buyer submits on a hosted page, before validation. */
public sealed interface OrderForm {
    List<RequestedBump> bumps();

    /** Returns the coupon; null without one. */
    @Nullable
    CouponReference coupon();

    List<SubmittedAnswer> answers();

    /** Returns how the buyer pays outside of the processor; null for a payment by card. */
    @Nullable
    ManualType manualOption();

    /** Returns whether the buyer pays only the first part of the total by card now. */
    boolean deposit();

    Visit visit();

    /** Returns the offer that the order accepts; null for an order that the buyer has begun. */
    default @Nullable AcceptedOffer offer() {
        return null;
    }

    /** An order of a checkout page's product. */
    record ProductForm(
            RequestedProduct product,
            @Override List<RequestedBump> bumps,
            @Override @Nullable CouponReference coupon,
            @Override List<SubmittedAnswer> answers,
            @Override @Nullable ManualType manualOption,
            @Override boolean deposit,
            @Override Visit visit,
            @Override @Nullable AcceptedOffer offer)
            implements OrderForm {}

    /** An order of an event's tickets. */
    record TicketForm(
            RequestedTickets tickets,
            Attendees attendees,
            @Override List<RequestedBump> bumps,
            @Override @Nullable CouponReference coupon,
            @Override List<SubmittedAnswer> answers,
            @Override @Nullable ManualType manualOption,
            @Override boolean deposit,
            @Override Visit visit)
            implements OrderForm {}
}
