package io.tollgate.sales.checkout;

import io.tollgate.catalog.model.SellingPage;
import io.tollgate.processor.PaymentTerms;
import io.tollgate.processor.event.ProcessorEvent;
import io.tollgate.sales.cart.Buyer;
import io.tollgate.sales.purchase.Visit;
import java.util.Map;

/** Derives from a checkout what the processor is asked to charge once, and by which methods. */
final class PaymentTermsFactory {
    private PaymentTermsFactory() {}

    /**
     * Returns whether the payment's method is saved: if the page says so, or if an offer follows that charges it. A
     * saved card is charged as a payment of the customer who has saved it.
     */
    static boolean saves(Checkout checkout) {
        AcceptedOffer offer = checkout.order().form().offer();
        return offer == null
                ? checkout.order().page().savePaymentMethod() || isFollowedByOffer(checkout.order())
                : offer.cardId() != null || checkout.order().page().savePaymentMethod();
    }

    /** Returns whether an offer can follow. One on the seller's site follows only a purchase that is embedded there. */
    private static boolean isFollowedByOffer(PageOrder order) {
        return order.page().offeredPageId() != null
                || order.page().offeredRedirect() != null
                        && order.form().visit().queryParameters().containsKey(Visit.EMBED);
    }

    static PaymentTerms.Saving customer(Checkout checkout, PaymentAttempt attempt) {
        Buyer buyer = checkout.placed().buyer();
        return new PaymentTerms.Saving(buyer.email(), buyer.name(), attempt.customerId());
    }

    static PaymentTerms of(Checkout checkout, PaymentAttempt attempt) {
        PageOrder.Placed placed = checkout.placed();
        SellingPage page = checkout.order().page();
        AcceptedOffer offer = placed.offer();
        PaymentTerms.Methods methods = !page.methods().others() || (offer != null && offer.cardId() != null)
                ? PaymentTerms.Methods.CARD
                : page.methods().card() ? PaymentTerms.Methods.ALL : PaymentTerms.Methods.OTHERS;
        return new PaymentTerms(
                checkout.payable(),
                placed.priced().currency(),
                placed.priced().order().page().displayTitle(),
                placed.buyer().email(),
                Map.of(ProcessorEvent.CHECKOUT, checkout.id()),
                methods,
                saves(checkout) ? customer(checkout, attempt) : null);
    }
}
