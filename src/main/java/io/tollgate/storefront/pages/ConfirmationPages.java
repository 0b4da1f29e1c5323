package io.tollgate.storefront.pages;

import io.tollgate.sales.checkout.Checkouts.Summary;
import io.tollgate.sales.checkout.OrderStanding;
import io.tollgate.storefront.pages.OrderPages.Open;
import io.vertx.core.Future;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The confirmation of an order that is complete, unless its page offers something more or leads elsewhere. */
record ConfirmationPages(
        AfterPurchase next,
        OfferPages offers,
        TicketConfirmations tickets,
        OrderFiles files,
        ReceiptReader receipts,
        TrackingPages tracking) {

    Future<Void> show(Open open) {
        Shell shell = OrderPages.shell(open, open.messages().text("confirmation.title"), null)
                .reporting(EmbeddedPurchases.of(open.order()));
        OfferPages.First first = new OfferPages.First(open.ctx(), open.hosted(), open.order(), shell, open.path());
        return offers.show(first).compose(shown -> shown ? Future.succeededFuture() : confirm(open, first));
    }

    private Future<Void> confirm(Open open, OfferPages.First first) {
        // The buyer looks at the order of an offer after the first order's page has led on.
        Future<AfterPurchase.Next> follows = open.order().facts().firstCheckoutId() == null
                ? next.of(open.hosted(), open.order())
                : Future.succeededFuture(new AfterPurchase.Confirmation(null, null));
        return follows.compose(step -> offers.added(first).compose(added -> {
            Shell shell = added == null ? first.shell() : first.shell().reporting(added.purchases());
            if (step instanceof AfterPurchase.Leave leave) {
                AfterPurchase.leave(open.ctx(), leave, shell);
                return Future.<Void>succeededFuture();
            }
            return confirm(open, (AfterPurchase.Confirmation) step, shell, added);
        }));
    }

    private Future<Void> confirm(
            Open open, AfterPurchase.Confirmation texts, Shell shell, ConfirmationView.@Nullable Added added) {
        Summary order = open.order();
        Messages messages = open.messages();
        String record = Objects.requireNonNull(order.chargeId(), "a complete order has a record");
        Future<@Nullable TicketsView> booked = tickets.view(open.hosted(), messages, order, open.path());
        Future<List<OrderFiles.FileLink>> found = order.standing() == OrderStanding.VALID
                ? files.of(open.hosted(), order.facts(), open.path())
                : Future.succeededFuture(List.of());
        Future<ReceiptReader.ReceiptView> receipt = receipts.read(order.scope(), record, messages);
        return Future.join(booked, found, receipt).map(all -> {
            ConfirmationView view = new ConfirmationView(
                    shell,
                    texts.title() == null ? messages.text("confirmation.title") : texts.title(),
                    SellerHtml.clean(texts.messageHtml()),
                    messages.text("confirmation.order", String.valueOf(order.orderId())),
                    ConfirmationView.mailed(messages, open.hosted().behavior(), order.email()),
                    order.licenseKey(),
                    booked.result(),
                    receipt.result(),
                    added,
                    found.result().stream()
                            .map(file ->
                                    new ConfirmationView.File(file.path(), file.name(), messages.size(file.size())))
                            .toList(),
                    tracking.path(open.hosted(), order));
            PageRenderer.send(
                    open.ctx(), 200, "confirmation.jte", view, open.display().policyWithFrames());
            return null;
        });
    }
}
