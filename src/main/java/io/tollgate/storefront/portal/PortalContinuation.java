package io.tollgate.storefront.portal;

import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.http.RequestId;
import io.tollgate.sales.purchase.SubscriptionStatus;
import io.tollgate.sales.subscription.CustomerCancellation;
import io.tollgate.storefront.mails.PurchaseDetails;
import io.tollgate.storefront.pages.Messages;
import io.tollgate.storefront.pages.PageRenderer;
import io.tollgate.storefront.pages.PortalCancelView;
import io.tollgate.storefront.portal.PortalSessions.PortalCustomer;
import io.vertx.core.Future;
import io.vertx.ext.web.Router;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Lets customers undo their own cancellations before the end of the period, where the seller lets them cancel. */
record PortalContinuation(
        PortalRouting routing,
        PortalPurchases purchases,
        PortalCancellation cancellation,
        CustomerCancellation cancellations) {
    private static final String PATH = "/uncancel";

    void mount(Router router, String base, boolean live) {
        String path = base + "/orders/:id" + PATH;
        routing.get(router, path, live, routing.ofCustomer(this::confirm));
        routing.post(router, path, live, routing.ofCustomer(this::undo));
    }

    /** Returns the path at which the customer can undo the cancellation; null if they cannot. */
    Future<@Nullable String> path(PortalRequest open, PortalCustomer customer, String id, PurchaseDetails purchase) {
        return isUndoable(customer, purchase)
                ? cancellation
                        .isAllowed(customer)
                        .map(allowed -> allowed ? open.keep(open.paths().order(id) + PATH) : null)
                : Future.succeededFuture(null);
    }

    private static boolean isUndoable(PortalCustomer customer, PurchaseDetails purchase) {
        return !purchase.text("interval").isEmpty()
                && purchase.plan() == null
                && purchase.time("cancelAt") != null
                && SubscriptionStatus.isRunning(purchase.text("status"))
                && purchase.text("canceledBy").equals(customer.id());
    }

    private static String id(PortalRequest open) {
        return Objects.requireNonNull(open.ctx().pathParam("id"));
    }

    /** Returns the subscription of the request; null if its cancellation cannot be undone, or was undone already. */
    private Future<@Nullable PurchaseDetails> subscription(PortalRequest open, PortalCustomer customer) {
        return purchases
                .find(customer, id(open))
                .compose(kind -> PurchaseDetails.load(purchases.database(), customer.scope(), id(open)))
                .compose(purchase ->
                        path(open, customer, id(open), purchase).map(path -> path == null ? null : purchase));
    }

    private Future<?> confirm(PortalRequest open, PortalCustomer customer) {
        return subscription(open, customer).onSuccess(purchase -> {
            if (purchase == null) {
                showOrder(open);
            } else {
                show(open, customer, purchase, 200, null);
            }
        });
    }

    /** Shows the subscription, which says whether it ends. */
    private static void showOrder(PortalRequest open) {
        open.redirect(open.paths().order(id(open)));
    }

    private void show(
            PortalRequest open,
            PortalCustomer customer,
            PurchaseDetails purchase,
            int status,
            @Nullable String notice) {
        Messages messages = open.messages();
        String order = open.paths().order(id(open));
        Instant next = Objects.requireNonNull(purchase.time("cancelAt"));
        PortalCancelView view = new PortalCancelView(
                open.shell(messages.text("portal.uncancel.title"), order + PATH),
                routing.account(open, customer),
                messages.text("portal.uncancel.title"),
                messages.text(
                        "portal.uncancel.text",
                        purchase.title(),
                        messages.money(purchase.amountAt(next), purchase.text("currency")),
                        new PortalTexts(messages).date(next)),
                messages.text("portal.uncancel"),
                messages.text("portal.back"),
                open.keep(order + PATH),
                open.keep(order),
                notice);
        PageRenderer.sendUnstored(open.ctx(), status, "portal/cancel.jte", view);
    }

    /** A repeated request shows the result of the first one. */
    private Future<?> undo(PortalRequest open, PortalCustomer customer) {
        routing.form(open);
        return subscription(open, customer).compose(purchase -> {
            if (purchase == null) {
                showOrder(open);
                return Future.succeededFuture();
            }
            return cancellations
                    .undo(customer.scope(), customer.id(), id(open), RequestId.of(open.ctx()))
                    .onSuccess(done -> showOrder(open))
                    .recover(failure -> {
                        if (failure instanceof ApiError error && error.status() != 404) {
                            String notice = open.messages().text("portal.uncancel.unavailable");
                            show(open, customer, purchase, error.status(), notice);
                            return Future.succeededFuture();
                        }
                        return Future.failedFuture(failure);
                    });
        });
    }
}
