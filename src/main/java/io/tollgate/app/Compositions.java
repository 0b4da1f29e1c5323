package io.tollgate.app;

import io.tollgate.accounts.seller.Sellers;
import io.tollgate.catalog.checkoutpage.CheckoutPageComposition;
import io.tollgate.catalog.coupon.CouponComposition;
import io.tollgate.catalog.event.EventComposition;
import io.tollgate.catalog.form.FormComposition;
import io.tollgate.catalog.page.PageComposition;
import io.tollgate.catalog.page.PreviewLinks;
import io.tollgate.catalog.product.ProductComposition;
import io.tollgate.platform.clock.Clock;
import io.tollgate.platform.http.Composition;
import io.tollgate.platform.records.CatalogDocuments;

/**
 * The composition that completes each type of catalog record for responses.
 *
 * @param publicUrl the URL at which buyers reach this Tollgate, without a trailing slash
 */
record Compositions(Sellers sellers, String publicUrl, Clock clock, PreviewLinks previews) {

    Composition.Factory checkoutPages() {
        return catalog ->
                new CheckoutPageComposition(catalog, pages(catalog), new ProductComposition(catalog))::compose;
    }

    Composition.Factory forms() {
        return catalog -> new FormComposition(catalog, pages(catalog))::compose;
    }

    Composition.Factory events() {
        return catalog -> new EventComposition(catalog, pages(catalog), clock)::compose;
    }

    Composition.Factory products() {
        return catalog -> new ProductComposition(catalog)::compose;
    }

    Composition.Factory coupons() {
        return catalog -> new CouponComposition(catalog)::compose;
    }

    private PageComposition pages(CatalogDocuments catalog) {
        return new PageComposition(catalog, sellers, publicUrl, previews);
    }
}
