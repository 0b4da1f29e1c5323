package io.tollgate;

import io.tollgate.checkoutpage.CheckoutPageComposition;
import io.tollgate.clock.Clock;
import io.tollgate.coupon.CouponComposition;
import io.tollgate.event.EventComposition;
import io.tollgate.form.FormComposition;
import io.tollgate.http.Composition;
import io.tollgate.page.PageComposition;
import io.tollgate.page.PreviewLinks;
import io.tollgate.product.ProductComposition;
import io.tollgate.records.CatalogDocuments;
import io.tollgate.seller.Sellers;

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
