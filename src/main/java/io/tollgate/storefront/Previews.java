package io.tollgate.storefront;

import io.tollgate.catalog.PageStatus;
import io.tollgate.checkoutpage.HostedPages.Hosted;
import io.tollgate.page.PreviewLinks;
import io.vertx.ext.web.RoutingContext;

/** Checks whether a request may see a page that is not published. */
record Previews(PreviewLinks links) {
    boolean isValid(RoutingContext ctx, Hosted hosted) {
        String token = BuyerRequest.parameters(ctx).get(PreviewLinks.PARAMETER);
        return hosted.page().status() != PageStatus.PUBLISHED
                && links.isValid(hosted.seller().id(), hosted.page().id(), token);
    }
}
