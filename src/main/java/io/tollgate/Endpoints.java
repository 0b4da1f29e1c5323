package io.tollgate;

import io.tollgate.audit.AuditLog;
import io.tollgate.booking.Bookings;
import io.tollgate.checkoutpage.CheckoutPageComposition;
import io.tollgate.checkoutpage.CheckoutPages;
import io.tollgate.clock.Clock;
import io.tollgate.coupon.CouponComposition;
import io.tollgate.coupon.Coupons;
import io.tollgate.customer.CustomerRoutes;
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
import io.tollgate.http.Writes;
import io.tollgate.invoice.InvoiceRegeneration;
import io.tollgate.invoice.Invoices;
import io.tollgate.page.PageComposition;
import io.tollgate.payment.Payments;
import io.tollgate.product.ProductComposition;
import io.tollgate.product.Products;
import io.tollgate.records.Catalogue;
import io.tollgate.resource.Resource;
import io.tollgate.seller.AccountRoutes;
import io.tollgate.seller.Sellers;
import io.tollgate.submission.Submissions;
import io.tollgate.subscription.SubscriptionPayments;
import io.tollgate.subscription.Subscriptions;
import io.tollgate.taxrate.TaxRates;
import io.tollgate.ticket.TicketRoutes;
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
            Submissions.RESOURCE,
            AuditLog.RESOURCE);

    /** What endpoints are made from. */
    record Parts(
            ResourceRoutes routes,
            Writes writes,
            Catalogue catalogue,
            Sellers sellers,
            PageComposition pages,
            Copy invoices,
            Clock clock) {}

    static List<Endpoint> of(Parts parts) {
        List<Endpoint> all = new ArrayList<>();
        all.add(new AccountRoutes(parts.sellers()).get());
        catalogue(all, parts);
        records(all, parts);
        writes(all, parts.writes());
        all.add(new InvoiceRegeneration(parts.writes(), parts.invoices()).regenerate());
        return all;
    }

    private static void writes(List<Endpoint> all, Writes writes) {
        all.add(new CustomerRoutes(writes).change());
        all.addAll(new TicketRoutes(writes).all());
    }

    private static void catalogue(List<Endpoint> all, Parts parts) {
        ResourceRoutes routes = parts.routes();
        Catalogue catalogue = parts.catalogue();
        PageComposition pages = parts.pages();
        ProductComposition products = new ProductComposition(catalogue);
        Composition asItStands = (scope, documents) -> Future.succeededFuture(documents);
        composed(all, routes, CheckoutPages.RESOURCE, new CheckoutPageComposition(catalogue, pages, products)::compose);
        composed(all, routes, Forms.RESOURCE, new FormComposition(catalogue, pages)::compose);
        composed(all, routes, Events.RESOURCE, new EventComposition(catalogue, pages, parts.clock())::compose);
        composed(all, routes, Products.RESOURCE, products::compose);
        composed(all, routes, Coupons.RESOURCE, new CouponComposition(catalogue)::compose);
        all.add(routes.wholeList(TaxRates.RESOURCE, asItStands));
        all.add(routes.composedGet(TaxRates.RESOURCE, asItStands));
        composed(all, routes, Files.RESOURCE, asItStands);
    }

    private static void records(List<Endpoint> all, Parts parts) {
        ResourceRoutes routes = parts.routes();
        for (Resource resource : RESOURCES) {
            if (resource.recorded()) {
                boolean signed = resource == Invoices.RESOURCE;
                all.add(signed ? routes.list(resource, parts.invoices()) : routes.list(resource));
                all.add(signed ? routes.get(resource, parts.invoices()) : routes.get(resource));
            }
        }
    }

    private static void composed(
            List<Endpoint> all, ResourceRoutes routes, Resource resource, Composition composition) {
        all.add(routes.composedList(resource, composition));
        all.add(routes.composedGet(resource, composition));
    }
}
