package io.tollgate.storefront.pages;

import io.tollgate.catalog.model.PaymentOption;
import io.tollgate.sales.checkout.CardPayment;
import io.tollgate.sales.checkout.Checkouts;
import io.tollgate.sales.checkout.Checkouts.Summary;
import org.jspecify.annotations.Nullable;

/** Builds the view of the page on which a buyer pays an order. */
record PaymentViews(OfferPages offers, OwnOrderPages own) {
    /** @param mine what the browser may know of the order; null if it has not placed it */
    PaymentView of(OrderPages.Open open, CardPayment payment, Checkouts.@Nullable Own mine) {
        Summary order = open.order();
        Messages messages = open.messages();
        String decline = order.decline() == null
                ? null
                : messages.text("payment.declined", order.decline().message());
        return new PaymentView(
                OrderPages.shell(open, messages.text("payment.title"), null),
                order.title(),
                OrderPages.summary(open),
                payment.access().scriptUrl(),
                payment.access().publishableKey(),
                payment.clientSecret(),
                PaymentView.Wallets.of(payment.methods()),
                open.path() + "/return",
                order.holdSeconds(),
                order.email(),
                payment.amount() == 0
                        ? messages.text("billing.save")
                        : messages.text("payment.pay", messages.money(payment.amount(), payment.currency())),
                decline,
                depositNote(messages, order),
                open.ctx().request().getParam(OfferPages.AUTHENTICATE) != null,
                own.view(open.ctx(), open.hosted().path(), open.path(), order, mine),
                offers.refusal(open.ctx(), order));
    }

    /** Returns what is paid now and later, and how; null if the total is paid at once. */
    private static @Nullable String depositNote(Messages messages, Summary order) {
        long rest = order.quote().total() - order.payable();
        PaymentOption option = order.option();
        if (rest == 0 || option == null) {
            return null;
        }
        String text = messages.text(
                "payment.deposit",
                messages.money(order.payable(), order.currency()),
                messages.money(rest, order.currency()));
        return option.instructions() == null ? text : text + "\n" + option.instructions();
    }
}
