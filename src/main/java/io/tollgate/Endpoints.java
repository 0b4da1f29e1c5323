package io.tollgate;

import io.tollgate.api.Endpoint;
import io.tollgate.api.ResourceRoutes;
import io.tollgate.api.ResourceRoutes.Copy;
import io.tollgate.audit.AuditLog;
import io.tollgate.booking.BookingRoutes;
import io.tollgate.booking.Bookings;
import io.tollgate.checkoutpage.CheckoutPageRoutes;
import io.tollgate.checkoutpage.CheckoutPages;
import io.tollgate.coupon.CouponRoutes;
import io.tollgate.coupon.Coupons;
import io.tollgate.customer.CustomerRoutes;
import io.tollgate.customer.Customers;
import io.tollgate.db.Database;
import io.tollgate.event.EventRoutes;
import io.tollgate.event.Events;
import io.tollgate.event.TicketGroupRoutes;
import io.tollgate.file.FileRoutes;
import io.tollgate.file.Files;
import io.tollgate.form.FormRoutes;
import io.tollgate.form.Forms;
import io.tollgate.funnel.FunnelRunRecords;
import io.tollgate.funnel.FunnelTotals;
import io.tollgate.http.Composition;
import io.tollgate.invoice.InvoiceLinks;
import io.tollgate.invoice.InvoiceRegeneration;
import io.tollgate.invoice.Invoices;
import io.tollgate.order.LicenseKeyOwner;
import io.tollgate.order.LicenseKeyRoutes;
import io.tollgate.order.OrderCancellation;
import io.tollgate.order.RecordedPaymentRoutes;
import io.tollgate.order.RefundRoutes;
import io.tollgate.page.FieldRoutes;
import io.tollgate.payment.Payments;
import io.tollgate.processor.Processing;
import io.tollgate.product.OrderBumpRoutes;
import io.tollgate.product.ProductRoutes;
import io.tollgate.product.Products;
import io.tollgate.purchase.CatalogReader;
import io.tollgate.purchase.QuoteRoutes;
import io.tollgate.records.CatalogDocuments;
import io.tollgate.resource.Resource;
import io.tollgate.seller.AccountRoutes;
import io.tollgate.seller.LogoCheck;
import io.tollgate.submission.Submissions;
import io.tollgate.subscription.CancellationRoutes;
import io.tollgate.subscription.SubscriptionPayments;
import io.tollgate.subscription.Subscriptions;
import io.tollgate.tax.OrderTaxes;
import io.tollgate.taxrate.TaxRateRoutes;
import io.tollgate.taxrate.TaxRates;
import io.tollgate.taxrate.TaxedDocuments;
import io.tollgate.testclock.TestClockRoutes;
import io.tollgate.testclock.TimePassage;
import io.tollgate.ticket.TicketPdfRoutes;
import io.tollgate.ticket.TicketRoutes;
import io.tollgate.ticket.Tickets;
import io.tollgate.write.WriteExecutor;
import java.util.ArrayList;
import java.util.List;

/** The registry of every endpoint below {@code /v1}. */
final class Endpoints {
    private Endpoints() {}

    /** All resources, in the order of the OpenAPI document. */
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
            FunnelRunRecords.RESOURCE,
            AuditLog.RESOURCE);

    /** The dependencies of the endpoints. */
    record Parts(
            ResourceRoutes routes,
            WriteExecutor writes,
            CatalogDocuments catalog,
            Compositions compositions,
            Copy invoices,
            InvoiceLinks links,
            Processing processing,
            OrderTaxes taxes,
            Database database,
            FileRoutes files,
            LogoCheck logos,
            TicketPdfRoutes ticketPdfs,
            TimePassage time) {}

    static List<Endpoint> of(Parts parts) {
        List<Endpoint> all = new ArrayList<>();
        all.addAll(new AccountRoutes(
                        parts.database(), parts.writes(), parts.files().quota(), parts.logos())
                .all());
        catalog(all, parts);
        all.add(new FunnelTotals(parts.database()).endpoint());
        records(all, parts);
        pages(all, parts);
        writes(all, parts.writes());
        processed(all, parts);
        orders(all, parts);
        all.add(new InvoiceRegeneration(parts.writes(), parts.invoices()).regenerate());
        all.addAll(parts.files().all());
        all.add(parts.ticketPdfs().endpoint());
        all.addAll(new TestClockRoutes(parts.writes(), parts.time()).all());
        return all;
    }

    private static void pages(List<Endpoint> all, Parts parts) {
        CheckoutPageRoutes checkoutPages =
                new CheckoutPageRoutes(parts.writes(), parts.compositions().checkoutPages());
        all.addAll(checkoutPages.all());
        all.addAll(new FieldRoutes(parts.writes(), parts.routes(), checkoutPages.records()).all());
        FormRoutes forms = new FormRoutes(parts.writes(), parts.compositions().forms());
        all.addAll(forms.all());
        all.addAll(new FieldRoutes(parts.writes(), parts.routes(), forms.records()).all());
        events(all, parts);
        for (Resource page : List.of(CheckoutPages.RESOURCE, Events.RESOURCE)) {
            all.addAll(new OrderBumpRoutes(parts.writes(), parts.database(), page).all());
        }
    }

    private static void orders(List<Endpoint> all, Parts parts) {
        Compositions how = parts.compositions();
        CatalogReader catalog = new CatalogReader(how.events(), how.checkoutPages());
        all.add(new BookingRoutes(parts.writes(), catalog, parts.taxes()).create());
        all.add(new QuoteRoutes(parts.writes(), catalog, parts.taxes()).create());
        for (Resource charges : List.of(Payments.RESOURCE, Bookings.RESOURCE)) {
            all.addAll(new RecordedPaymentRoutes(parts.writes(), parts.routes().records(), parts.database(), charges)
                    .all());
        }
        for (Resource charges : List.of(Payments.RESOURCE, Bookings.RESOURCE, SubscriptionPayments.RESOURCE)) {
            all.addAll(new RefundRoutes(
                            parts.writes(),
                            parts.routes().records(),
                            parts.database(),
                            parts.processing(),
                            parts.links(),
                            charges)
                    .all());
        }
        for (LicenseKeyOwner owner : LicenseKeyOwner.values()) {
            all.addAll(new LicenseKeyRoutes(parts.writes(), parts.database(), owner).all());
        }
        all.addAll(new OrderCancellation(parts.writes()).all());
    }

    private static void events(List<Endpoint> all, Parts parts) {
        Composition.Factory how = parts.compositions().events();
        EventRoutes events = new EventRoutes(parts.writes(), how);
        all.addAll(events.all());
        all.addAll(new FieldRoutes(parts.writes(), parts.routes(), events.records()).all());
        all.addAll(new TicketGroupRoutes(parts.writes(), parts.routes(), parts.catalog(), how).all());
    }

    private static void writes(List<Endpoint> all, WriteExecutor writes) {
        all.add(new CustomerRoutes(writes).change());
        all.addAll(new TicketRoutes(writes).all());
        all.addAll(new ProductRoutes(writes).all());
    }

    /** Adds the endpoints that call the payment processor. */
    private static void processed(List<Endpoint> all, Parts parts) {
        Processing processing = parts.processing();
        all.addAll(new CouponRoutes(
                        parts.writes(), processing, parts.compositions().coupons())
                .all());
        List<TaxedDocuments> taxed = List.of(
                new TaxedDocuments(Events.RESOURCE, "eventDetails.fixedTaxRateIds"),
                new TaxedDocuments(Products.RESOURCE, "fixedTaxRateIds"));
        all.addAll(new TaxRateRoutes(parts.writes(), processing, taxed).all());
        all.add(new CancellationRoutes(parts.writes(), processing).cancel());
    }

    private static void catalog(List<Endpoint> all, Parts parts) {
        Compositions how = parts.compositions();
        compose(all, parts, CheckoutPages.RESOURCE, how.checkoutPages());
        compose(all, parts, Forms.RESOURCE, how.forms());
        compose(all, parts, Events.RESOURCE, how.events());
        compose(all, parts, Products.RESOURCE, how.products());
        compose(all, parts, Coupons.RESOURCE, how.coupons());
        Composition asItStands = Composition.NONE.of(parts.catalog());
        all.add(parts.routes().wholeList(TaxRates.RESOURCE, asItStands, TaxRates::isListed));
        all.add(parts.routes().composedGet(TaxRates.RESOURCE, asItStands).validating());
        all.add(parts.routes().composedList(Files.RESOURCE, asItStands));
        all.add(parts.routes().composedGet(Files.RESOURCE, asItStands).validating());
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

    private static void compose(List<Endpoint> all, Parts parts, Resource resource, Composition.Factory composition) {
        Composition over = composition.of(parts.catalog());
        all.add(parts.routes().composedList(resource, over));
        all.add(parts.routes().composedGet(resource, over));
    }
}
