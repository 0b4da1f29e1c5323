package io.tollgate;

import io.tollgate.audit.AuditLog;
import io.tollgate.booking.Bookings;
import io.tollgate.checkoutpage.CheckoutPages;
import io.tollgate.coupon.Coupons;
import io.tollgate.customer.CustomerRoutes;
import io.tollgate.customer.Customers;
import io.tollgate.event.Events;
import io.tollgate.file.Files;
import io.tollgate.form.FormRoutes;
import io.tollgate.form.Forms;
import io.tollgate.http.Composition;
import io.tollgate.http.Endpoint;
import io.tollgate.http.ResourceRoutes;
import io.tollgate.http.ResourceRoutes.Copy;
import io.tollgate.http.Writes;
import io.tollgate.invoice.Invoices;
import io.tollgate.payment.Payments;
import io.tollgate.product.ProductRoutes;
import io.tollgate.product.Products;
import io.tollgate.records.Catalogue;
import io.tollgate.resource.Resource;
import io.tollgate.seller.AccountRoutes;
import io.tollgate.submission.Submissions;
import io.tollgate.subscription.SubscriptionPayments;
import io.tollgate.subscription.Subscriptions;
import io.tollgate.taxrate.TaxRates;
import io.tollgate.ticket.TicketRoutes;
import io.tollgate.ticket.Tickets;
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
    record Parts(ResourceRoutes routes, Writes writes, Catalogue catalogue, Compositions compositions, Copy invoices) {}

    static List<Endpoint> of(Parts parts) {
        List<Endpoint> all = new ArrayList<>();
        all.add(new AccountRoutes(parts.compositions().sellers()).get());
        catalogue(all, parts);
        records(all, parts);
        pages(all, parts);
        writes(all, parts.writes());
        return all;
    }

    private static void pages(List<Endpoint> all, Parts parts) {
        FormRoutes forms = new FormRoutes(parts.writes(), parts.compositions().forms());
        all.addAll(forms.all());
    }

    private static void writes(List<Endpoint> all, Writes writes) {
        all.add(new CustomerRoutes(writes).change());
        all.addAll(new TicketRoutes(writes).all());
        all.addAll(new ProductRoutes(writes).all());
    }

    private static void catalogue(List<Endpoint> all, Parts parts) {
        Compositions how = parts.compositions();
        composed(all, parts, CheckoutPages.RESOURCE, how.checkoutPages());
        composed(all, parts, Forms.RESOURCE, how.forms());
        composed(all, parts, Events.RESOURCE, how.events());
        composed(all, parts, Products.RESOURCE, how.products());
        composed(all, parts, Coupons.RESOURCE, how.coupons());
        Composition asItStands = Composition.NONE.over(parts.catalogue());
        all.add(parts.routes().wholeList(TaxRates.RESOURCE, asItStands));
        all.add(parts.routes().composedGet(TaxRates.RESOURCE, asItStands));
        composed(all, parts, Files.RESOURCE, Composition.NONE);
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

    private static void composed(List<Endpoint> all, Parts parts, Resource resource, Composition.Over composition) {
        Composition over = composition.over(parts.catalogue());
        all.add(parts.routes().composedList(resource, over));
        all.add(parts.routes().composedGet(resource, over));
    }
}
