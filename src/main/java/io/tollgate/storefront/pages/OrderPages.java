package io.tollgate.storefront.pages;

import io.tollgate.catalog.checkoutpage.HostedPages;
import io.tollgate.catalog.checkoutpage.HostedPages.Hosted;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.secret.RecordTokens;
import io.tollgate.sales.checkout.CardPayment;
import io.tollgate.sales.checkout.CheckoutStatus;
import io.tollgate.sales.checkout.Checkouts;
import io.tollgate.sales.checkout.Checkouts.Summary;
import io.tollgate.sales.checkout.OrderStanding;
import io.vertx.core.Future;
import io.vertx.ext.web.RoutingContext;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The page of one order. It has one address in every state: payment, processing, confirmation or expiry, so that reload
 * and the back button show what is true now.
 */
record OrderPages(
        HostedPages pages,
        Checkouts checkouts,
        RecordTokens tokens,
        TicketConfirmations tickets,
        OrderFiles files,
        ConfirmationPages confirmations,
        OfferPages offers,
        OwnOrderPages own) {
    private static final int PENDING_REFRESH_SECONDS = 5;

    /** A request for an order. */
    record Open(
            RoutingContext ctx,
            Hosted hosted,
            Messages messages,
            String path,
            Summary order,
            boolean answered,
            Display display) {}

    static String path(String sellerName, String token) {
        return "/s/" + sellerName + "/checkout/" + token;
    }

    /** Shows the order in its current state. */
    void show(RoutingContext ctx) {
        open(ctx)
                .compose(this::show)
                .recover(failure -> hasClosed(failure)
                        ? open(ctx).compose(now -> now.order().status() == CheckoutStatus.OPEN ? check(now) : show(now))
                        : Future.failedFuture(failure))
                .onFailure(ctx::fail);
    }

    /** Returns whether an order has ended between the moment when it was read and the begin of its payment. */
    private static boolean hasClosed(Throwable failure) {
        return failure instanceof ApiError error && error.code().equals("checkout_closed");
    }

    private Future<Void> show(Open open) {
        return switch (open.order().status()) {
            case OPEN -> open.answered() ? pay(open) : check(open);
            case PENDING -> notice(open, "pending", PENDING_REFRESH_SECONDS);
            case PAID, PARTIALLY_PAID, UNPAID ->
                open.order().standing() == OrderStanding.CANCELED
                        ? notice(open, "orderCanceled", null)
                        : confirmations.show(open);
            case EXPIRED -> own.own(open.ctx(), open.order()).compose(mine -> ended(open, mine));
            case REFUNDED -> notice(open, "late", null);
        };
    }

    /** Records the outcome of the payment when the processor sends the buyer back, and shows the order. */
    void comeBack(RoutingContext ctx) {
        String sellerName = Objects.requireNonNull(ctx.pathParam("seller"));
        RecordTokens.Key key = key(ctx);
        checkouts
                .comeBack(key.scope(), key.id())
                .compose(id -> pages.addresses()
                        .sellers()
                        .seller(key.scope().sellerId())
                        .map(seller -> {
                            if (!seller.name().equals(sellerName)) {
                                throw ApiError.notFound("Order");
                            }
                            return path(sellerName, tokens.sign(key.scope(), id));
                        }))
                .onSuccess(next -> PageRenderer.redirect(ctx, next))
                .onFailure(ctx::fail);
    }

    /** Takes the buyer's decision about the offer after the order. */
    void decide(RoutingContext ctx) {
        offers.decide(ctx, key(ctx));
    }

    private RecordTokens.Key key(RoutingContext ctx) {
        RecordTokens.Key key = tokens.key(Objects.requireNonNull(ctx.pathParam("token")));
        if (key == null) {
            throw ApiError.notFound("Order");
        }
        return key;
    }

    private Future<Open> open(RoutingContext ctx) {
        String token = Objects.requireNonNull(ctx.pathParam("token"));
        String sellerName = Objects.requireNonNull(ctx.pathParam("seller"));
        RecordTokens.Key key = key(ctx);
        return checkouts
                .settle(key.scope(), key.id())
                .compose(shown -> pages.byId(
                                key.scope().sellerId(), shown.order().page().id())
                        .map(hosted -> {
                            if (hosted == null || !hosted.seller().name().equals(sellerName)) {
                                throw ApiError.notFound("Order");
                            }
                            Summary order = shown.order();
                            Messages messages = Messages.of(
                                            ctx.request().getParam("lang"),
                                            order.facts().locale())
                                    .in(hosted.seller().zone());
                            Display display = Display.of(ctx, hosted.seller(), hosted.behavior());
                            return new Open(
                                    ctx, hosted, messages, path(sellerName, token), order, shown.answered(), display);
                        }));
    }

    static Shell shell(Open open, String title, @Nullable Integer refresh) {
        return new Shell(
                open.messages(),
                title,
                open.hosted().seller().displayName(),
                open.hosted().seller().logoUrl(),
                open.path(),
                !open.order().scope().live(),
                false,
                refresh,
                open.display());
    }

    static SummaryView summary(Open open) {
        return SummaryView.of(
                open.messages(),
                open.order().quote(),
                open.order().subscription(),
                open.order().currency(),
                open.order().payable());
    }

    private Future<Void> pay(Open open) {
        Future<@Nullable CardPayment> begun =
                checkouts.pay(open.order().scope(), open.order().id());
        Future<Checkouts.@Nullable Own> mine = own.own(open.ctx(), open.order());
        return Future.join(begun, mine).compose(both -> {
            CardPayment payment = begun.result();
            if (payment == null) {
                return check(open);
            }
            if (payment.isFree()) {
                return settleFree(open);
            }
            PaymentView view = new PaymentViews(offers, own).of(open, payment, mine.result());
            PageRenderer.send(
                    open.ctx(),
                    200,
                    "payment.jte",
                    view,
                    open.display().policy(payment.access().origins()));
            return Future.succeededFuture();
        });
    }

    /** Completes an order for which the buyer has nothing to confirm. */
    private Future<Void> settleFree(Open open) {
        return checkouts
                .comeBack(open.order().scope(), open.order().id())
                .compose(id -> open(open.ctx()))
                .compose(now -> {
                    if (now.order().status() == CheckoutStatus.OPEN) {
                        return check(now);
                    }
                    PageRenderer.redirect(now.ctx(), Display.keep(now.ctx(), now.path()));
                    return Future.succeededFuture();
                });
    }

    /** Lets the page load itself again, because the processor has not answered in time. */
    private static Future<Void> check(Open open) {
        open.ctx().response().putHeader("Retry-After", String.valueOf(PENDING_REFRESH_SECONDS));
        return notice(open, "checking", PENDING_REFRESH_SECONDS);
    }

    /** Sends the tickets of the order as PDF. */
    void tickets(RoutingContext ctx) {
        open(ctx).onSuccess(open -> tickets.download(ctx, open.order())).onFailure(ctx::fail);
    }

    /** Redirects to a file of an order that is complete, paid or not, and not refunded. */
    void download(RoutingContext ctx) {
        open(ctx)
                .compose(open -> {
                    Summary order = open.order();
                    if (!order.status().isComplete() || order.standing() != OrderStanding.VALID) {
                        throw ApiError.notFound("File");
                    }
                    return files.link(open.hosted(), order.facts(), Objects.requireNonNull(ctx.pathParam("file")));
                })
                .onSuccess(link -> ctx.response()
                        .setStatusCode(302)
                        .putHeader("Location", link)
                        .putHeader("Cache-Control", "private, no-store")
                        .end())
                .onFailure(ctx::fail);
    }

    /** Shows that an order has ended, or leads its buyer to the order that has replaced it. */
    private Future<Void> ended(Open open, Checkouts.@Nullable Own mine) {
        if (mine == null) {
            return notice(open, "expired", null);
        }
        String next = mine.replacedBy();
        if (next != null) {
            String seller = open.hosted().seller().name();
            PageRenderer.redirect(
                    open.ctx(), path(seller, tokens.sign(open.order().scope(), next)));
            return Future.succeededFuture();
        }
        String again = own.editPath(open.ctx(), open.hosted().path(), open.order(), mine);
        return notice(open, mine.ended() ? "withdrawn" : "expired", null, again);
    }

    private static Future<Void> notice(Open open, String key, @Nullable Integer refresh) {
        String link = refresh == null ? Display.keep(open.ctx(), open.hosted().path()) : null;
        return notice(open, key, refresh, link);
    }

    private static Future<Void> notice(Open open, String key, @Nullable Integer refresh, @Nullable String link) {
        Messages messages = open.messages();
        String title = messages.text("notice." + key + ".title");
        String text = messages.text(
                "notice." + key + ".text", String.valueOf(open.order().orderId()));
        NoticeView view =
                new NoticeView(shell(open, title, refresh), title, text, link, messages.text("notice.again"), null);
        PageRenderer.send(open.ctx(), 200, "notice.jte", view, open.display().policy());
        return Future.succeededFuture();
    }
}
