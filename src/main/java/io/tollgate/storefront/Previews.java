package io.tollgate.storefront;

import io.tollgate.catalog.PageStatus;
import io.tollgate.page.PreviewLinks;
import io.tollgate.seller.Sellers.Seller;
import io.vertx.ext.web.RoutingContext;

/** Checks whether a request may see a page that is not published. */
record Previews(PreviewLinks links) {
    boolean isValid(RoutingContext ctx, Seller seller, String pageId, PageStatus status) {
        String token = BuyerRequest.parameters(ctx).get(PreviewLinks.PARAMETER);
        return status != PageStatus.PUBLISHED && links.isValid(seller.id(), pageId, token);
    }
}
