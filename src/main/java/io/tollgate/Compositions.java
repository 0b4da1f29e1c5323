package io.tollgate;

import io.tollgate.checkoutpage.CheckoutPageComposition;
import io.tollgate.clock.Clock;
import io.tollgate.coupon.CouponComposition;
import io.tollgate.event.EventComposition;
import io.tollgate.form.FormComposition;
import io.tollgate.http.Composition;
import io.tollgate.page.PageComposition;
import io.tollgate.product.ProductComposition;
import io.tollgate.records.CatalogDocuments;
import io.tollgate.seller.Sellers;

/**
 * The composition that completes each type of catalog record for responses.
 *
 * @param publicUrl the URL at which buyers reach this Tollgate, without a trailing slash
 */
record Compositions(Sellers sellers, String publicUrl, Clock clock) {

    Composition.Over checkoutPages() {
        return catalogue ->
                new CheckoutPageComposition(catalogue, pages(catalogue), new ProductComposition(catalogue))::compose;
    }

    Composition.Over forms() {
        return catalogue -> new FormComposition(catalogue, pages(catalogue))::compose;
    }

    Composition.Over events() {
        return catalogue -> new EventComposition(catalogue, pages(catalogue), clock)::compose;
    }

    Composition.Over products() {
        return catalogue -> new ProductComposition(catalogue)::compose;
    }

    Composition.Over coupons() {
        return catalogue -> new CouponComposition(catalogue)::compose;
    }

    private PageComposition pages(CatalogDocuments catalogue) {
        return new PageComposition(catalogue, sellers, publicUrl);
    }
}
