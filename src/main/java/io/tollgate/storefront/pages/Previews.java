package io.tollgate.storefront.pages;

import io.tollgate.accounts.seller.Sellers.Seller;
import io.tollgate.catalog.model.PageStatus;
import io.tollgate.catalog.page.PreviewLinks;
import io.vertx.ext.web.RoutingContext;

/** Checks whether a request may see a page that is not published. */
record Previews(PreviewLinks links) {
    boolean isValid(RoutingContext ctx, Seller seller, String pageId, PageStatus status) {
        String token = BuyerRequest.parameters(ctx).get(PreviewLinks.PARAMETER);
        return status != PageStatus.PUBLISHED && links.isValid(seller.id(), pageId, token);
    }
}
