package io.tollgate.storefront.pages;

import io.tollgate.catalog.checkoutpage.HostedPages.Hosted;
import io.tollgate.catalog.page.PageAddresses.FoundPage;
import io.tollgate.catalog.page.PageKind;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.input.BodyReader;
import io.tollgate.platform.input.SubmittedForm;
import io.tollgate.sales.checkout.Checkouts.Summary;
import io.tollgate.sales.checkout.FunnelRun;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.http.HttpMethod;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The checkout of a page in the frame of the seller's site, to which a purchase has led. It shows the page as the offer
 * of that purchase, or sells the page as usual if it is not the offer.
 *
 * <p>The token of the purchase permits to accept the offer. What the embedding site says about its address only decides
 * what is shown, because any program can say it. The browser enforces the origin: no other site can frame the offer.
 */
record EmbeddedOffers(OfferPages shown) {
    private static final String PATH = "/s/:seller/:slug/offer";

    /** The query parameter with the token. */
    static final String TOKEN = "offer";

    /** The query parameter with the address of the embedding page, without its query. */
    static final String SITE = "offerSite";

    /** A request for an offer whose token is valid, and the page at the address. */
    private record Open(RoutingContext ctx, OfferTokens.Pass pass, FunnelRun run, Hosted hosted) {
        /** Returns whether the buyer has decided, so that the page of the first order follows. */
        boolean isDecided() {
            return run.orderId() != null
                    || run.outcome() == FunnelRun.Outcome.ACCEPTED
                    || run.outcome() == FunnelRun.Outcome.DECLINED;
        }
    }

    /** A result of the checks: the offer, or why it does not appear. */
    private record Checked(
            OfferPages.@Nullable First first, @Nullable String reason) {}

    /** @param limit of decisions about charges of saved cards */
    void mount(Router router, Handler<RoutingContext> limit, BodyReader forms) {
        router.route(PATH).method(HttpMethod.GET).method(HttpMethod.HEAD).handler(this::show);
        router.post(PATH).handler(limit).handler(forms).handler(this::decide);
    }

    private void show(RoutingContext ctx) {
        open(ctx)
                .compose(open -> open == null ? Future.succeededFuture(false) : show(open))
                .onSuccess(done -> {
                    if (!done) {
                        PageRenderer.redirect(ctx, sale(ctx));
                    }
                })
                .onFailure(ctx::fail);
    }

    private Future<Boolean> show(Open open) {
        return open.isDecided() ? showDecided(open) : showOpen(open);
    }

    /** Shows what follows the first order. An hour after it, the page sells as usual again. */
    private Future<Boolean> showDecided(Open open) {
        return shown.offers().isOver(open.run()).map(over -> {
            if (!over) {
                PageRenderer.redirect(open.ctx(), first(open));
            }
            return !over;
        });
    }

    private Future<Boolean> showOpen(Open open) {
        return check(open).compose(checked -> {
            if (checked.reason() != null) {
                return shown.offers().withdraw(open.run(), checked.reason()).map(false);
            }
            return checked.first() == null
                    ? Future.succeededFuture(false)
                    : shown.offer(checked.first(), open.run(), open.hosted(), again(open.ctx()));
        });
    }

    private void decide(RoutingContext ctx) {
        SubmittedForm form = SubmittedForm.of(BodyReader.of(ctx));
        shown.request().requireOwn(ctx, form);
        open(ctx)
                .compose(open -> open == null ? Future.succeededFuture(sale(ctx)) : decide(open, form))
                .onSuccess(next -> PageRenderer.redirect(ctx, next))
                .onFailure(ctx::fail);
    }

    private Future<String> decide(Open open, SubmittedForm form) {
        OfferDecisions.Paths paths = new OfferDecisions.Paths(again(open.ctx()), first(open), true);
        if (open.isDecided()) {
            return Future.succeededFuture(paths.next());
        }
        return check(open)
                .compose(checked -> checked.reason() != null
                                || checked.first() == null
                                || open.run().offerPageId() == null
                        // The offer's own address says why it does not appear, and notes it.
                        ? Future.succeededFuture(paths.again())
                        : shown.decisions().decide(open.ctx(), form, open.run(), paths));
    }

    /** Finds the run of the token and the page of the address; null if the page sells as usual. */
    private Future<@Nullable Open> open(RoutingContext ctx) {
        OfferTokens.Pass pass =
                shown.redirects().tokens().read(BuyerRequest.parameters(ctx).get(TOKEN));
        return shown.pages()
                .addresses()
                .find(Objects.requireNonNull(ctx.pathParam("seller")), Objects.requireNonNull(ctx.pathParam("slug")))
                .compose(found -> {
                    if (found == null) {
                        throw ApiError.notFound("Page");
                    }
                    return pass == null || !isOffered(found, pass)
                            ? Future.<@Nullable Open>succeededFuture(null)
                            : open(ctx, pass, found);
                });
    }

    private static boolean isOffered(FoundPage found, OfferTokens.Pass pass) {
        return found.kind() != PageKind.FORM
                && found.seller().id().equals(pass.scope().sellerId());
    }

    private Future<@Nullable Open> open(RoutingContext ctx, OfferTokens.Pass pass, FoundPage found) {
        return shown.offers().find(pass.scope(), pass.checkoutId()).compose(run -> {
            if (run == null || !run.redirects()) {
                return Future.<@Nullable Open>succeededFuture(null);
            }
            return shown.offers()
                    .settled(run)
                    .compose(settled -> shown.pages()
                            .complete(found, Map.of())
                            .map(hosted -> new Open(ctx, pass, settled, hosted)));
        });
    }

    /** Checks what decides whether the offer appears here. */
    private Future<Checked> check(Open open) {
        return shown.offers().isOpen(open.run()).compose(isOpen -> {
            String other = open.run().offerPageId();
            if (!isOpen || other != null && !other.equals(open.hosted().page().id())) {
                return Future.succeededFuture(new Checked(null, null));
            }
            return shown.offers()
                    .order(open.run().scope(), open.run().checkoutId())
                    .compose(order -> shown.pages()
                            .byId(open.run().scope().sellerId(), order.page().id())
                            .map(hosted -> {
                                if (hosted == null) {
                                    return new Checked(null, "page_closed");
                                }
                                Display display = Display.of(
                                        open.ctx(),
                                        open.hosted().seller(),
                                        open.hosted().behavior());
                                OfferTarget target = OfferTarget.of(order);
                                String reason = mismatch(open, target, display);
                                return reason != null || target == null
                                        ? new Checked(null, reason)
                                        : new Checked(
                                                first(open, hosted, order, display.onlyOn(target.origin())), null);
                            }));
        });
    }

    private static @Nullable String mismatch(Open open, @Nullable OfferTarget target, Display display) {
        if (!open.pass().host().equals(OfferRedirects.host(open.ctx()))) {
            return "host_mismatch";
        }
        String site = OfferTarget.page(BuyerRequest.parameters(open.ctx()).get(SITE));
        if (target == null
                || !target.page().equals(site)
                || !target.origin().equals(display.parent())
                || !display.allows(target.origin())) {
            return OfferRedirects.ORIGIN;
        }
        return open.hosted().page().testmode() == open.run().scope().live() ? "mode_mismatch" : null;
    }

    private static OfferPages.First first(Open open, Hosted hosted, Summary order, Display display) {
        Messages messages = Messages.of(
                        open.ctx().request().getParam("lang"), order.facts().locale())
                .in(hosted.seller().zone());
        Shell shell = new Shell(
                messages,
                messages.text("offer.title"),
                hosted.seller().displayName(),
                hosted.seller().logoUrl(),
                open.ctx().request().path(),
                !order.scope().live(),
                false,
                null,
                display);
        return new OfferPages.First(
                open.ctx(), hosted, order, shell, open.ctx().request().path());
    }

    /** Returns the path of the first order. */
    private String first(Open open) {
        return shown.decisions()
                .order(open.ctx(), open.run().scope(), open.run().checkoutId());
    }

    /** Returns the path of this offer. Redirects and forms add the language and the embedding. */
    private static String again(RoutingContext ctx) {
        return path(ctx.request().path(), ctx, List.of());
    }

    /** Returns the path at which the page sells as usual. */
    private static String sale(RoutingContext ctx) {
        String path = ctx.request().path();
        return path(path.substring(0, path.lastIndexOf('/')), ctx, List.of(TOKEN, SITE));
    }

    private static String path(String path, RoutingContext ctx, List<String> without) {
        String query = BuyerRequest.parameters(ctx).entrySet().stream()
                .filter(one -> !without.contains(one.getKey()))
                .filter(one ->
                        !one.getKey().equals(Display.EMBED) && !one.getKey().equals(Display.LANGUAGE))
                .map(one -> Display.encode(one.getKey()) + "=" + Display.encode(one.getValue()))
                .collect(Collectors.joining("&"));
        return query.isEmpty() ? path : path + "?" + query;
    }
}
