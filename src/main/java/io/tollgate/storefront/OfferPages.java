package io.tollgate.storefront;

import io.tollgate.catalog.PageStatus;
import io.tollgate.checkout.CheckoutStatus;
import io.tollgate.checkout.Checkouts.Summary;
import io.tollgate.checkout.FunnelRun;
import io.tollgate.checkout.Offers;
import io.tollgate.checkout.OrderPrice;
import io.tollgate.checkoutpage.HostedPages;
import io.tollgate.checkoutpage.HostedPages.Hosted;
import io.tollgate.checkoutpage.HostedPages.HostedPage;
import io.tollgate.error.ApiError;
import io.tollgate.input.BodyReader;
import io.tollgate.purchase.Visit;
import io.tollgate.resource.Scope;
import io.tollgate.secret.RecordTokens;
import io.tollgate.tax.TaxState;
import io.vertx.core.Future;
import io.vertx.ext.web.RoutingContext;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The offer after a purchase. It has the address of the first order, which shows it until the buyer has decided. */
record OfferPages(HostedPages pages, Offers offers, RecordTokens tokens, BuyerRequest request, String publicUrl) {
    static final String PATH = "/offer";

    /** Tells the payment page that the saved card waits for the buyer's authentication. */
    static final String AUTHENTICATE = "authenticate";

    private static final String ACCEPT = "accept";
    private static final String DECLINE = "decline";
    private static final String TOTAL = "total";

    private static final Map<String, String> BRANDS = Map.of(
            "amex", "American Express",
            "diners", "Diners Club",
            "discover", "Discover",
            "jcb", "JCB",
            "mastercard", "Mastercard",
            "unionpay", "UnionPay",
            "visa", "Visa");

    /** The first order, as its page is shown. */
    record First(RoutingContext ctx, Hosted hosted, Summary order, Shell shell, String path) {
        Messages messages() {
            return shell.messages();
        }

        /** Returns whether an offer can follow the order. The order of an offer is followed by none. */
        boolean leads() {
            return order.page().offeredPageId() != null
                    && order.facts().firstCheckoutId() == null
                    && order.status() != CheckoutStatus.UNPAID;
        }
    }

    /** Shows the offer, or the payment of an accepted one. Returns false if the order's own page follows. */
    Future<Boolean> show(First first) {
        return first.leads()
                ? offers.find(first.order().scope(), first.order().id())
                        .compose(run -> run == null
                                ? Future.succeededFuture(false)
                                : offers.settled(run).compose(settled -> show(first, settled)))
                : Future.succeededFuture(false);
    }

    private Future<Boolean> show(First first, FunnelRun run) {
        if (run.outcome().isOpen() && run.orderStatus() == CheckoutStatus.OPEN) {
            String token = tokens.sign(run.scope(), Objects.requireNonNull(run.orderId()));
            PageRenderer.redirect(
                    first.ctx(), OrderPages.path(first.hosted().seller().name(), token));
            return Future.succeededFuture(true);
        }
        return run.orderId() != null
                ? Future.succeededFuture(false)
                : offers.isOpen(run).compose(open -> open ? offer(first, run) : Future.succeededFuture(false));
    }

    private Future<Boolean> offer(First first, FunnelRun run) {
        return pages.byId(run.scope().sellerId(), run.offerPageId()).compose(found -> {
            String reason = unavailable(found, run.scope());
            return reason == null && found instanceof HostedPage offered
                    ? offer(first, run, offered)
                    : offers.withdraw(run, String.valueOf(reason)).map(false);
        });
    }

    /** Returns why a page cannot be offered; null if it can. */
    private static @Nullable String unavailable(@Nullable Hosted found, Scope scope) {
        if (!(found instanceof HostedPage offered) || offered.page().status() != PageStatus.PUBLISHED) {
            return "page_closed";
        }
        Integer stock = offered.content().product().stock();
        return stock != null && stock <= 0 && scope.live() ? "sold_out" : null;
    }

    private Future<Boolean> offer(First first, FunnelRun run, HostedPage offered) {
        String visitId = request.visitId(first.ctx(), SubmittedForm.EMPTY);
        Visit visit = request.visit(first.ctx(), SubmittedForm.EMPTY, visitId);
        return offers.price(run, offered.page(), visit).compose(price -> {
            if (price.quote() == null || !price.problems().isEmpty() || price.tax() != TaxState.FINAL) {
                return offers.withdraw(run, "input_needed").map(false);
            }
            return offers.show(run).map(shown -> {
                OfferView view = view(first, run, offered, price, request.csrf(first.ctx(), visitId));
                PageRenderer.send(
                        first.ctx(),
                        200,
                        "offer.jte",
                        view,
                        first.shell().display().policy());
                return true;
            });
        });
    }

    private static OfferView view(First first, FunnelRun run, HostedPage offered, OrderPrice price, String csrf) {
        Messages messages = first.messages();
        String currency = offered.page().currency();
        long total = Objects.requireNonNull(price.quote()).total();
        String description = offered.content().descriptionHtml();
        String amount = messages.money(total, currency);
        boolean oneClick = run.card() != null && offered.page().methods().card()
                || !run.scope().live();
        return new OfferView(
                first.shell(),
                messages.text("offer.lead", String.valueOf(first.order().orderId())),
                offered.heading(),
                SellerHtml.clean(
                        description == null ? offered.content().product().description() : description),
                offered.content().images().isEmpty()
                        ? offered.content().product().media()
                        : offered.content().images(),
                SummaryView.of(messages, price.quote(), price.subscription(), currency, total),
                Display.keep(first.ctx(), first.path() + PATH),
                csrf,
                total,
                total == 0 || !run.scope().live() ? null : charge(messages, run.card(), amount),
                total == 0
                        ? messages.text("submit.free")
                        : oneClick ? messages.text("offer.accept", amount) : messages.text("submit.pay"));
    }

    private static String charge(Messages messages, FunnelRun.@Nullable Card card, String amount) {
        return card == null
                ? messages.text("offer.chargeNew", amount)
                : messages.text(
                        "offer.charge",
                        amount,
                        BRANDS.getOrDefault(card.brand().toLowerCase(Locale.ROOT), card.brand()),
                        card.last4());
    }

    /** Takes the buyer's decision, and leads to the page that follows it. */
    void decide(RoutingContext ctx, RecordTokens.Key key) {
        SubmittedForm form = SubmittedForm.of(BodyReader.of(ctx));
        request.requireOwn(ctx, form);
        String sellerName = Objects.requireNonNull(ctx.pathParam("seller"));
        String path = OrderPages.path(sellerName, Objects.requireNonNull(ctx.pathParam("token")));
        pages.addresses()
                .sellers()
                .seller(key.scope().sellerId())
                .compose(seller -> {
                    if (!seller.name().equals(sellerName)) {
                        throw ApiError.notFound("Order");
                    }
                    return offers.find(key.scope(), key.id());
                })
                .compose(run -> {
                    String action = form.text(Inputs.ACTION);
                    // Anything but a clear decision shows the offer again, and charges nothing.
                    if (run == null || !run.outcome().isOpen() || !(ACCEPT.equals(action) || DECLINE.equals(action))) {
                        return Future.succeededFuture(path);
                    }
                    return DECLINE.equals(action) ? offers.decline(run).map(path) : accept(ctx, form, run, path);
                })
                .onSuccess(next -> PageRenderer.redirect(ctx, next))
                .onFailure(ctx::fail);
    }

    private Future<String> accept(RoutingContext ctx, SubmittedForm form, FunnelRun run, String path) {
        return offers.isOpen(run)
                .compose(open -> open
                        ? pages.byId(run.scope().sellerId(), run.offerPageId())
                        : Future.<@Nullable Hosted>succeededFuture(null))
                .compose(found -> {
                    if (!(found instanceof HostedPage offered)) {
                        return Future.succeededFuture(path);
                    }
                    String visitId = request.visitId(ctx, form);
                    return offers.accept(
                                    run,
                                    offered.page(),
                                    total(form),
                                    BuyerRequest.submission(ctx, visitId),
                                    request.visit(ctx, form, visitId),
                                    (scope, id) -> publicUrl + order(ctx, scope, id) + "/return")
                            .map(accepted -> accepted.authentication()
                                    ? order(ctx, run.scope(), accepted.checkoutId()) + "?" + AUTHENTICATE + "=1"
                                    : path)
                            .recover(failure -> refused(run, path, failure));
                });
    }

    private String order(RoutingContext ctx, Scope scope, String checkoutId) {
        return OrderPages.path(Objects.requireNonNull(ctx.pathParam("seller")), tokens.sign(scope, checkoutId));
    }

    private static long total(SubmittedForm form) {
        String total = form.text(TOTAL);
        return total != null && total.matches("[0-9]{1,12}") ? Long.parseLong(total) : -1;
    }

    /**
     * Continues after an order was refused. A changed price is shown again. An offer that cannot be sold is withdrawn,
     * and the first order's page follows.
     */
    private Future<String> refused(FunnelRun run, String path, Throwable failure) {
        if (!(failure instanceof ApiError error) || error.status() >= 500 || error.status() == 429) {
            return Future.failedFuture(failure);
        }
        return List.of("page_changed", "offer_ended").contains(error.code())
                ? Future.succeededFuture(path)
                : offers.withdraw(run, error.code()).map(path);
    }

    /** Returns how a buyer declines the offer that an order accepts, instead of paying it; null for other orders. */
    PaymentView.@Nullable Refusal refusal(RoutingContext ctx, Summary order) {
        String first = order.facts().firstCheckoutId();
        return first == null
                ? null
                : new PaymentView.Refusal(
                        Display.keep(ctx, order(ctx, order.scope(), first) + PATH),
                        request.csrf(ctx, request.visitId(ctx, SubmittedForm.EMPTY)));
    }

    /** Returns the order of an accepted offer, for the confirmation of the first one; null without one. */
    Future<ConfirmationView.@Nullable Added> added(First first) {
        if (!first.leads()) {
            return Future.succeededFuture(null);
        }
        return offers.find(first.order().scope(), first.order().id()).compose(run -> {
            if (run == null) {
                return Future.<ConfirmationView.@Nullable Added>succeededFuture(null);
            }
            Messages messages = first.messages();
            if (run.orderId() == null || run.orderStatus() == null || !isTaken(run.orderStatus())) {
                String notice = run.outcome() == FunnelRun.Outcome.UNAVAILABLE && run.wasShown()
                        ? messages.text("offer.unavailable")
                        : null;
                return Future.succeededFuture(
                        notice == null ? null : new ConfirmationView.Added(null, notice, null, null));
            }
            String link = order(first.ctx(), run.scope(), run.orderId());
            return offers.order(run.scope(), run.orderId())
                    .map(order -> new ConfirmationView.Added(
                            order.title(),
                            messages.text("confirmation.order", String.valueOf(order.orderId())),
                            SummaryView.of(
                                    messages,
                                    order.quote(),
                                    order.subscription(),
                                    order.currency(),
                                    order.quote().total()),
                            Display.keep(first.ctx(), link)));
        });
    }

    private static boolean isTaken(CheckoutStatus status) {
        return status == CheckoutStatus.PAID
                || status == CheckoutStatus.PARTIALLY_PAID
                || status == CheckoutStatus.PENDING;
    }
}
