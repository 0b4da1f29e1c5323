package io.tollgate.app;

import io.tollgate.accounts.customer.CustomerRoutes;
import io.tollgate.accounts.customer.Customers;
import io.tollgate.accounts.seller.AccountRoutes;
import io.tollgate.accounts.seller.LogoCheck;
import io.tollgate.app.testclock.TestClockRoutes;
import io.tollgate.app.testclock.TimePassage;
import io.tollgate.catalog.checkoutpage.CheckoutPageRoutes;
import io.tollgate.catalog.checkoutpage.CheckoutPages;
import io.tollgate.catalog.coupon.CouponRoutes;
import io.tollgate.catalog.coupon.Coupons;
import io.tollgate.catalog.event.EventRoutes;
import io.tollgate.catalog.event.Events;
import io.tollgate.catalog.event.TicketGroupRoutes;
import io.tollgate.catalog.file.FileReferences;
import io.tollgate.catalog.file.FileRoutes;
import io.tollgate.catalog.file.Files;
import io.tollgate.catalog.form.FormRoutes;
import io.tollgate.catalog.form.Forms;
import io.tollgate.catalog.page.FieldRoutes;
import io.tollgate.catalog.product.OrderBumpRoutes;
import io.tollgate.catalog.product.ProductRoutes;
import io.tollgate.catalog.product.Products;
import io.tollgate.catalog.taxrate.TaxRateRoutes;
import io.tollgate.catalog.taxrate.TaxRates;
import io.tollgate.catalog.taxrate.TaxedDocuments;
import io.tollgate.platform.api.Endpoint;
import io.tollgate.platform.api.ResourceRoutes;
import io.tollgate.platform.api.ResourceRoutes.Copy;
import io.tollgate.platform.audit.AuditLog;
import io.tollgate.platform.db.Database;
import io.tollgate.platform.http.Composition;
import io.tollgate.platform.records.CatalogDocuments;
import io.tollgate.platform.resource.Resource;
import io.tollgate.platform.write.WriteExecutor;
import io.tollgate.processor.Processing;
import io.tollgate.sales.aftersales.LicenseKeyOwner;
import io.tollgate.sales.aftersales.LicenseKeyRoutes;
import io.tollgate.sales.aftersales.OrderCancellation;
import io.tollgate.sales.aftersales.RecordedPaymentRoutes;
import io.tollgate.sales.aftersales.RefundRoutes;
import io.tollgate.sales.booking.BookingRoutes;
import io.tollgate.sales.booking.Bookings;
import io.tollgate.sales.funnel.FunnelRunRecords;
import io.tollgate.sales.funnel.FunnelTotals;
import io.tollgate.sales.invoice.InvoiceLinks;
import io.tollgate.sales.invoice.InvoiceRegeneration;
import io.tollgate.sales.invoice.Invoices;
import io.tollgate.sales.payment.Payments;
import io.tollgate.sales.purchase.CatalogReader;
import io.tollgate.sales.purchase.QuoteRoutes;
import io.tollgate.sales.submission.Submissions;
import io.tollgate.sales.subscription.CancellationRoutes;
import io.tollgate.sales.subscription.SubscriptionPayments;
import io.tollgate.sales.subscription.Subscriptions;
import io.tollgate.sales.tax.OrderTaxes;
import io.tollgate.sales.ticket.TicketPdfRoutes;
import io.tollgate.sales.ticket.TicketRoutes;
import io.tollgate.sales.ticket.Tickets;
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
                        parts.database(),
                        parts.writes(),
                        parts.files().quota().bytes(),
                        FileReferences::findImage,
                        parts.logos())
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
