package io.tollgate;

import io.tollgate.booking.Bookings;
import io.tollgate.checkoutpage.CheckoutPageComposition;
import io.tollgate.checkoutpage.CheckoutPages;
import io.tollgate.clock.Clock;
import io.tollgate.coupon.CouponComposition;
import io.tollgate.coupon.Coupons;
import io.tollgate.customer.Customers;
import io.tollgate.event.EventComposition;
import io.tollgate.event.Events;
import io.tollgate.file.Files;
import io.tollgate.form.FormComposition;
import io.tollgate.form.Forms;
import io.tollgate.http.Endpoint;
import io.tollgate.http.ResourceRoutes;
import io.tollgate.http.ResourceRoutes.Composition;
import io.tollgate.http.ResourceRoutes.Copy;
import io.tollgate.invoice.Invoices;
import io.tollgate.page.PageComposition;
import io.tollgate.payment.Payments;
import io.tollgate.product.ProductComposition;
import io.tollgate.product.Products;
import io.tollgate.records.Catalogue;
import io.tollgate.resource.Resource;
import io.tollgate.submission.Submissions;
import io.tollgate.subscription.SubscriptionPayments;
import io.tollgate.subscription.Subscriptions;
import io.tollgate.taxrate.TaxRates;
import io.tollgate.ticket.Tickets;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;

/** The table of contents: every endpoint below {@code /v1}. */
final class Endpoints {
    private Endpoints() {}

    /** Every kind of record, in the order in which the published document shows them. */
    static final List<Resource> RESOURCES = List.of(
            CheckoutPages.RESOURCE,
            Forms.RESOURCE,
            Events.RESOURCE,
            Products.RESOURCE,
            Coupons.RESOURCE,
            TaxRates.RESOURCE,
            Files.RESOURCE,
            Customers.RESOURCE,
            Payments.RESOURCE,
            Bookings.RESOURCE,
            Tickets.RESOURCE,
            Subscriptions.RESOURCE,
            SubscriptionPayments.RESOURCE,
            Invoices.RESOURCE,
            Submissions.RESOURCE);

    static List<Endpoint> of(
            ResourceRoutes routes, Catalogue catalogue, PageComposition pages, Copy invoices, Clock clock) {
        ProductComposition products = new ProductComposition(catalogue);
        Composition asItStands = (scope, documents) -> Future.succeededFuture(documents);
        List<Endpoint> all = new ArrayList<>();
        composed(all, routes, CheckoutPages.RESOURCE, new CheckoutPageComposition(catalogue, pages, products)::compose);
        composed(all, routes, Forms.RESOURCE, new FormComposition(catalogue, pages)::compose);
        composed(all, routes, Events.RESOURCE, new EventComposition(catalogue, pages, clock)::compose);
        composed(all, routes, Products.RESOURCE, products::compose);
        composed(all, routes, Coupons.RESOURCE, new CouponComposition(catalogue)::compose);
        all.add(routes.wholeList(TaxRates.RESOURCE, asItStands));
        all.add(routes.composedGet(TaxRates.RESOURCE, asItStands));
        composed(all, routes, Files.RESOURCE, asItStands);
        for (Resource resource : RESOURCES) {
            if (resource.recorded()) {
                boolean signed = resource == Invoices.RESOURCE;
                all.add(signed ? routes.list(resource, invoices) : routes.list(resource));
                all.add(signed ? routes.get(resource, invoices) : routes.get(resource));
            }
        }
        return all;
    }

    private static void composed(
            List<Endpoint> all, ResourceRoutes routes, Resource resource, Composition composition) {
        all.add(routes.composedList(resource, composition));
        all.add(routes.composedGet(resource, composition));
    }
}
