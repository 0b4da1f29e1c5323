package io.tollgate.storefront.portal;

import io.tollgate.platform.db.Database;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.http.RequestId;
import io.tollgate.platform.records.TenantGuard;
import io.tollgate.sales.purchase.SubscriptionStatus;
import io.tollgate.sales.subscription.CustomerCancellation;
import io.tollgate.storefront.mails.PurchaseDetails;
import io.tollgate.storefront.pages.Messages;
import io.tollgate.storefront.pages.PageRenderer;
import io.tollgate.storefront.pages.PortalCancelView;
import io.tollgate.storefront.portal.PortalSessions.PortalCustomer;
import io.vertx.core.Future;
import io.vertx.ext.web.Router;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Lets customers cancel subscriptions before they begin, or at the end of the period, if the seller allows it. An
 * installment plan is a debt, which only the seller can waive.
 */
record PortalCancellation(
        PortalRouting routing, PortalPurchases purchases, Database database, CustomerCancellation cancellations) {
    private static final String PATH = "/cancel";

    private static final int REREADS = 10;
    private static final long REREAD_MILLIS = 200;
    private static final String ALLOWED = """
            SELECT s.id, NULL::boolean, coalesce(t.customers_can_cancel, TRUE)
            FROM seller s
            LEFT JOIN seller_setting t ON t.seller_id = $1
            WHERE s.id = $1
            """;

    void mount(Router router, String base, boolean live) {
        String path = base + "/orders/:id" + PATH;
        routing.get(router, path, live, routing.ofCustomer(this::confirm));
        routing.post(router, path, live, routing.ofCustomer(this::cancel));
    }

    /** Returns the path at which the customer can cancel; null if the subscription cannot be canceled. */
    Future<@Nullable String> path(PortalRequest open, PortalCustomer customer, String id, PurchaseDetails purchase) {
        return isCancelable(purchase)
                ? isAllowed(customer)
                        .map(allowed -> allowed ? open.keep(open.paths().order(id) + PATH) : null)
                : Future.succeededFuture(null);
    }

    private static boolean isSubscription(PurchaseDetails purchase) {
        return !purchase.text("interval").isEmpty();
    }

    /** Returns whether the subscription is canceled already, now or at a later time. */
    private static boolean isEnding(PurchaseDetails purchase) {
        return isSubscription(purchase) && (purchase.time("cancelAt") != null || purchase.isCanceled());
    }

    private static boolean isCancelable(PurchaseDetails purchase) {
        return isSubscription(purchase)
                && purchase.plan() == null
                && purchase.time("cancelAt") == null
                && (isScheduled(purchase)
                        || SubscriptionStatus.isRunning(purchase.text("status"))
                                && purchase.time("currentPeriodEnd") != null);
    }

    private static boolean isScheduled(PurchaseDetails purchase) {
        return purchase.text("status").equals("scheduled");
    }

    /** Returns whether the seller lets customers cancel, and undo that. */
    Future<Boolean> isAllowed(PortalCustomer customer) {
        return database.get(ALLOWED, Tuple.of(customer.scope().sellerId())).map(rows -> {
            for (Row row : rows) {
                TenantGuard.requireTenant(customer.scope(), row);
                return row.getBoolean(2);
            }
            return false;
        });
    }

    private static String id(PortalRequest open) {
        return Objects.requireNonNull(open.ctx().pathParam("id"));
    }

    private Future<PurchaseDetails> purchase(PortalRequest open, PortalCustomer customer) {
        return purchases
                .find(customer, id(open))
                .compose(kind -> PurchaseDetails.load(database, customer.scope(), id(open)));
    }

    /**
     * Returns the subscription of the request; fails with 404 if the customer cannot cancel it. One that is canceled
     * already is returned as well.
     */
    private Future<PurchaseDetails> subscription(PortalRequest open, PortalCustomer customer) {
        return purchase(open, customer)
                .compose(purchase -> isEnding(purchase)
                        ? Future.succeededFuture(purchase)
                        : path(open, customer, id(open), purchase).map(path -> {
                            if (path == null) {
                                throw ApiError.notFound("Subscription");
                            }
                            return purchase;
                        }));
    }

    private Future<?> confirm(PortalRequest open, PortalCustomer customer) {
        return subscription(open, customer).onSuccess(purchase -> {
            if (isEnding(purchase)) {
                showOrder(open);
            } else {
                show(open, customer, purchase, 200, null);
            }
        });
    }

    /** Shows the subscription with the date on which it ends. */
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
        PortalCancelView view = new PortalCancelView(
                open.shell(messages.text("portal.cancel.title"), order + PATH),
                routing.account(open, customer),
                messages.text("portal.cancel.title"),
                text(purchase, messages),
                messages.text("portal.cancel.confirm"),
                messages.text("portal.cancel.keep"),
                open.keep(order + PATH),
                open.keep(order),
                notice);
        PageRenderer.sendUnstored(open.ctx(), status, "portal/cancel.jte", view);
    }

    private static String text(PurchaseDetails purchase, Messages messages) {
        if (isScheduled(purchase)) {
            return messages.text("portal.cancel.scheduled", purchase.title());
        }
        Instant end = Objects.requireNonNull(purchase.time("currentPeriodEnd"));
        boolean overdue = purchase.text("status").equals("past_due");
        String key = overdue ? "portal.cancel.overdue" : "portal.cancel.text";
        return messages.text(key, purchase.title(), new PortalTexts(messages).date(end));
    }

    private Future<Void> cancel(PortalRequest open, PortalCustomer customer, boolean scheduled) {
        String requestId = RequestId.of(open.ctx());
        return scheduled
                ? cancellations.cancelBeforeStart(customer.scope(), customer.id(), id(open), requestId)
                : cancellations.cancelAtPeriodEnd(customer.scope(), customer.id(), id(open), requestId);
    }

    /** A repeated cancellation, such as that of a double click, has the result of the first one. */
    private Future<?> cancel(PortalRequest open, PortalCustomer customer) {
        routing.form(open);
        return subscription(open, customer).compose(purchase -> {
            Future<Void> canceled = isEnding(purchase)
                    ? Future.succeededFuture()
                    : cancel(open, customer, isScheduled(purchase))
                            .recover(failure -> awaitFirst(open, customer, failure));
            return canceled.onSuccess(done -> showOrder(open)).recover(failure -> {
                if (failure instanceof ApiError error && error.status() != 404) {
                    String notice = open.messages().text("portal.cancel.unavailable");
                    show(open, customer, purchase, error.status(), notice);
                    return Future.succeededFuture();
                }
                return Future.failedFuture(failure);
            });
        });
    }

    /** Waits for another request that is canceling the subscription; fails with the given failure without one. */
    private Future<Void> awaitFirst(PortalRequest open, PortalCustomer customer, Throwable failure) {
        boolean conflict = failure instanceof ApiError error && error.status() == 409;
        return conflict ? awaitEnding(open, customer, failure, REREADS) : Future.failedFuture(failure);
    }

    private Future<Void> awaitEnding(PortalRequest open, PortalCustomer customer, Throwable failure, int rereads) {
        return purchase(open, customer).compose(purchase -> {
            if (isEnding(purchase)) {
                return Future.succeededFuture();
            }
            return rereads == 0
                    ? Future.failedFuture(failure)
                    : open.ctx()
                            .vertx()
                            .timer(REREAD_MILLIS, TimeUnit.MILLISECONDS)
                            .compose(fired -> awaitEnding(open, customer, failure, rereads - 1));
        });
    }
}
