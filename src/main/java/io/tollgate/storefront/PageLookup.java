package io.tollgate.storefront;

import io.tollgate.catalog.PageStatus;
import io.tollgate.checkoutpage.HostedPages;
import io.tollgate.checkoutpage.HostedPages.Hosted;
import io.tollgate.error.ApiError;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.ext.web.RoutingContext;
import java.util.Objects;

/** Finds the page of a request once, and selects the handler for its kind. */
record PageLookup(HostedPages pages) {
    private static final String FOUND = "tollgate.page";

    /**
     * Returns the page that the request's address names.
     *
     * @throws ApiError 404 if there is none, or only a draft
     */
    Future<Hosted> of(RoutingContext ctx) {
        Hosted known = ctx.get(FOUND);
        if (known != null) {
            return Future.succeededFuture(known);
        }
        String seller = Objects.requireNonNull(ctx.pathParam("seller"));
        String slug = Objects.requireNonNull(ctx.pathParam("slug"));
        return pages.find(seller, slug).map(hosted -> {
            if (hosted == null || hosted.page().status() == PageStatus.DRAFT) {
                throw ApiError.notFound("Page");
            }
            ctx.put(FOUND, hosted);
            return hosted;
        });
    }

    /** Reads the page of a request again. */
    Future<Hosted> again(RoutingContext ctx) {
        ctx.remove(FOUND);
        return of(ctx);
    }

    /** Returns a handler that passes requests for checkout pages to one handler and those for events to another. */
    Handler<RoutingContext> either(Handler<RoutingContext> products, Handler<RoutingContext> events) {
        return ctx -> of(ctx).onSuccess(
                        hosted -> (hosted instanceof HostedPages.HostedEvent ? events : products).handle(ctx))
                .onFailure(ctx::fail);
    }
}
