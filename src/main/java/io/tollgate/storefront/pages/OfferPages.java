package io.tollgate.storefront.pages;

import io.tollgate.catalog.checkoutpage.HostedPages;
import io.tollgate.catalog.checkoutpage.HostedPages.Hosted;
import io.tollgate.catalog.checkoutpage.HostedPages.HostedPage;
import io.tollgate.catalog.model.PageBehavior;
import io.tollgate.catalog.model.PageStatus;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.input.BodyReader;
import io.tollgate.platform.input.SubmittedForm;
import io.tollgate.platform.resource.Scope;
import io.tollgate.platform.secret.RecordTokens;
import io.tollgate.sales.checkout.CheckoutStatus;
import io.tollgate.sales.checkout.Checkouts.Summary;
import io.tollgate.sales.checkout.FunnelRun;
import io.tollgate.sales.checkout.Offers;
import io.tollgate.sales.checkout.OrderPrice;
import io.tollgate.sales.purchase.Visit;
import io.tollgate.sales.tax.TaxState;
import io.vertx.core.Future;
import io.vertx.ext.web.RoutingContext;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The offer after a purchase. It has the address of the first order, which shows it until the buyer has decided. */
record OfferPages(
        HostedPages pages, Offers offers, OfferDecisions decisions, OfferRedirects redirects, BuyerRequest request) {
    static final String PATH = "/offer";

    /** Tells the payment page that the saved card waits for the buyer's authentication. */
    static final String AUTHENTICATE = "authenticate";

    static OfferPages of(Storefront.Parts parts, RecordTokens tokens, BuyerRequest request) {
        Offers offers = new Offers(parts.checkouts());
        return new OfferPages(
                parts.pages(),
                offers,
                new OfferDecisions(parts.pages(), offers, tokens, request, parts.publicUrl()),
                new OfferRedirects(offers, new OfferTokens(parts.key())),
                request);
    }

    /** The first order, as its page is shown. */
    record First(RoutingContext ctx, Hosted hosted, Summary order, Shell shell, String path) {
        Messages messages() {
            return shell.messages();
        }

        First shownAs(Display display) {
            return new First(ctx, hosted, order, shell.shownAs(display), path);
        }

        /** Returns whether an offer can follow the order. The order of an offer is followed by none. */
        boolean leads() {
            return order.page().hasOffer()
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
            String order = Objects.requireNonNull(run.orderId());
            PageRenderer.redirect(first.ctx(), decisions.order(first.ctx(), run.scope(), order));
            return Future.succeededFuture(true);
        }
        if (run.orderId() != null) {
            return Future.succeededFuture(false);
        }
        return offers.isOpen(run)
                .compose(open -> !open
                        ? Future.succeededFuture(false)
                        : run.redirects() ? redirects.lead(first, run) : find(first, run));
    }

    private Future<Boolean> find(First first, FunnelRun run) {
        Display display = first.shell().display();
        if (display.embedded()) {
            String site = display.parent();
            if (site == null || !boughtOn(first, site)) {
                leaveFrame(first);
                return Future.succeededFuture(true);
            }
            return offer(first.shownAs(display.onlyOn(site)), run);
        }
        return offer(first, run);
    }

    /**
     * Returns whether the buyer bought in the frame of this site, and the seller has listed it. One click in the frame
     * of another site would charge the saved card.
     */
    private static boolean boughtOn(First first, String site) {
        PageBehavior behavior = first.hosted().behavior();
        return site.equals(first.order().facts().queryParameters().get(Display.EMBED))
                && behavior.allowedEmbedOrigins().contains(site)
                && first.shell().display().allows(site);
    }

    /** Asks the embedding site to open the offer in the whole window. */
    private void leaveFrame(First first) {
        String language = Messages.language(first.ctx().request().getParam(Display.LANGUAGE));
        String kept = language == null ? "" : "?lang=" + language;
        AfterPurchase.Leave leave = new AfterPurchase.Leave(decisions.publicUrl() + first.path() + kept, false);
        AfterPurchase.leave(first.ctx(), leave, first.shell());
    }

    private Future<Boolean> offer(First first, FunnelRun run) {
        return pages.byId(run.scope().sellerId(), Objects.requireNonNull(run.offerPageId()))
                .compose(found -> offer(first, run, found, first.path() + PATH));
    }

    /**
     * Shows a page as the offer of a run. Returns false if it cannot be offered; then the run has ended.
     *
     * @param path where the form sends the buyer's decision
     */
    Future<Boolean> offer(First first, FunnelRun run, @Nullable Hosted found, String path) {
        String reason = unavailable(found, run.scope());
        return reason == null && found instanceof HostedPage offered
                ? offer(first, run, offered, path)
                : offers.withdraw(run, String.valueOf(reason)).map(false);
    }

    /** Returns why a page cannot be offered; null if it can. */
    private static @Nullable String unavailable(@Nullable Hosted found, Scope scope) {
        if (found == null || found.page().status() != PageStatus.PUBLISHED) {
            return "page_closed";
        }
        if (!(found instanceof HostedPage offered)) {
            return "input_needed";
        }
        Integer stock = offered.content().product().stock();
        return stock != null && stock <= 0 && scope.live() ? "sold_out" : null;
    }

    private Future<Boolean> offer(First first, FunnelRun run, HostedPage offered, String path) {
        String visitId = request.visitId(first.ctx(), SubmittedForm.EMPTY);
        Visit visit = request.visit(first.ctx(), SubmittedForm.EMPTY, visitId);
        return offers.obstacle(run, offered.page(), visit)
                .compose(obstacle -> obstacle != null
                        ? offers.withdraw(run, obstacle).map(false)
                        : offers.price(run, offered.page(), visit)
                                .compose(price -> price.tax() == TaxState.FINAL
                                        ? show(first, run, offered, price, path, visitId)
                                        : offers.withdraw(run, "input_needed").map(false)));
    }

    private Future<Boolean> show(
            First first, FunnelRun run, HostedPage offered, OrderPrice price, String path, String visitId) {
        return offers.show(run, offered.page().id()).map(shown -> {
            String action = Display.keep(first.ctx(), path);
            OfferView view = OfferViews.of(first, run, offered, price, action, request.csrf(first.ctx(), visitId));
            PageRenderer.send(
                    first.ctx(), 200, "offer.jte", view, first.shell().display().policy());
            return true;
        });
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
                .compose(run -> run == null
                        ? Future.succeededFuture(path)
                        : decisions.decide(ctx, form, run, new OfferDecisions.Paths(path, path, false)))
                .onSuccess(next -> PageRenderer.redirect(ctx, next))
                .onFailure(ctx::fail);
    }

    /** Returns how a buyer declines the offer that an order accepts, instead of paying it; null for other orders. */
    PaymentView.@Nullable Refusal refusal(RoutingContext ctx, Summary order) {
        String first = order.facts().firstCheckoutId();
        return first == null
                ? null
                : new PaymentView.Refusal(
                        Display.keep(ctx, decisions.order(ctx, order.scope(), first) + PATH),
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
                        notice == null
                                ? null
                                : new ConfirmationView.Added(null, notice, null, null, EmbeddedPurchases.NONE));
            }
            String link = decisions.order(first.ctx(), run.scope(), run.orderId());
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
                            Display.keep(first.ctx(), link),
                            EmbeddedPurchases.of(order)));
        });
    }

    private static boolean isTaken(CheckoutStatus status) {
        return status == CheckoutStatus.PAID
                || status == CheckoutStatus.PARTIALLY_PAID
                || status == CheckoutStatus.PENDING;
    }
}
