package io.tollgate.storefront.pages;

import io.tollgate.catalog.checkoutpage.HostedPages;
import io.tollgate.catalog.checkoutpage.HostedPages.Hosted;
import io.tollgate.catalog.checkoutpage.HostedPages.HostedPage;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.input.SubmittedForm;
import io.tollgate.platform.resource.Scope;
import io.tollgate.platform.secret.RecordTokens;
import io.tollgate.sales.checkout.FunnelRun;
import io.tollgate.sales.checkout.Offers;
import io.vertx.core.Future;
import io.vertx.ext.web.RoutingContext;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Takes the decisions of buyers about the offer after their purchase. */
record OfferDecisions(HostedPages pages, Offers offers, RecordTokens tokens, BuyerRequest request, String publicUrl) {
    private static final String ACCEPT = "accept";
    private static final String DECLINE = "decline";
    private static final String TOTAL = "total";

    /**
     * Where a decision leads.
     *
     * @param again shows the offer again
     * @param next the page of the first order
     * @param embedded whether the offer is the one that the site of the seller embeds
     */
    record Paths(String again, String next, boolean embedded) {}

    /**
     * Takes the decision of the buyer. Returns the path that follows.
     *
     * <p>The offer of a redirect is accepted only where it is embedded. The page of the first order can decline it.
     */
    Future<String> decide(RoutingContext ctx, SubmittedForm form, FunnelRun run, Paths paths) {
        String action = form.text(Inputs.ACTION);
        if (!run.outcome().isOpen()) {
            return Future.succeededFuture(paths.next());
        }
        if (DECLINE.equals(action)) {
            return offers.decline(run).map(paths.next());
        }
        // Anything but a clear decision shows the offer again, and charges nothing.
        return ACCEPT.equals(action) && paths.embedded() == run.redirects()
                ? accept(ctx, form, run, paths)
                : Future.succeededFuture(paths.again());
    }

    private Future<String> accept(RoutingContext ctx, SubmittedForm form, FunnelRun run, Paths paths) {
        return offers.isOpen(run)
                .compose(open -> open
                        ? pages.byId(run.scope().sellerId(), Objects.requireNonNull(run.offerPageId()))
                        : Future.<@Nullable Hosted>succeededFuture(null))
                .compose(found -> {
                    if (!(found instanceof HostedPage offered)) {
                        return Future.succeededFuture(paths.next());
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
                                    ? order(ctx, run.scope(), accepted.checkoutId()) + "?" + OfferPages.AUTHENTICATE
                                            + "=1"
                                    : paths.next())
                            .recover(failure -> refused(run, paths, failure));
                });
    }

    /** Returns the path of an order of the seller in the address. */
    String order(RoutingContext ctx, Scope scope, String checkoutId) {
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
    private Future<String> refused(FunnelRun run, Paths paths, Throwable failure) {
        if (!(failure instanceof ApiError error) || error.status() >= 500 || error.status() == 429) {
            return Future.failedFuture(failure);
        }
        return List.of("page_changed", "offer_ended").contains(error.code())
                ? Future.succeededFuture(paths.again())
                : offers.withdraw(run, error.code()).map(paths.next());
    }
}
