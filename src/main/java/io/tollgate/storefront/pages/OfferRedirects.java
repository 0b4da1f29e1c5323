package io.tollgate.storefront.pages;

import io.tollgate.sales.checkout.FunnelRun;
import io.tollgate.sales.checkout.Offers;
import io.vertx.core.Future;
import io.vertx.ext.web.RoutingContext;
import java.util.Locale;

/** Leads buyers from the first purchase, embedded on the seller's site, to the page of that site with the offer. */
record OfferRedirects(Offers offers, OfferTokens tokens) {
    /** The reason of a run whose two embeds are not on one site, or not at the address of the step. */
    static final String ORIGIN = "origin_mismatch";

    /** Leads to the offer. Returns false if it cannot appear there; then the run has ended. */
    Future<Boolean> lead(OfferPages.First first, FunnelRun run) {
        OfferTarget target = OfferTarget.of(first.order());
        String site = first.order().facts().queryParameters().get(Display.EMBED);
        if (target == null || !target.origin().equals(site)) {
            return offers.withdraw(run, ORIGIN).map(false);
        }
        String token =
                tokens.sign(new OfferTokens.Pass(host(first.ctx()), run.scope(), run.checkoutId(), run.expiresAt()));
        AfterPurchase.leave(first.ctx(), new AfterPurchase.Leave(target.with(token), false), first.shell());
        return Future.succeededFuture(true);
    }

    /** Returns the host of Tollgate that the browser has asked. */
    static String host(RoutingContext ctx) {
        return String.valueOf(ctx.request().authority()).toLowerCase(Locale.ROOT);
    }
}
