package io.tollgate.app;

import io.tollgate.accounts.apikey.ApiKeyRoutes;
import io.tollgate.accounts.customer.CustomerRoutes;
import io.tollgate.accounts.customer.Customers;
import io.tollgate.accounts.member.MemberStates;
import io.tollgate.accounts.member.Members;
import io.tollgate.accounts.seller.AccountRoutes;
import io.tollgate.app.testclock.TestClockRoutes;
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
import io.tollgate.platform.api.EventPayload;
import io.tollgate.platform.api.KeyScopes;
import io.tollgate.platform.api.PageGuard;
import io.tollgate.platform.api.ResourceRoutes;
import io.tollgate.platform.audit.AuditLog;
import io.tollgate.platform.event.FeedRoutes;
import io.tollgate.platform.http.Composition;
import io.tollgate.platform.requestlog.LoggedRequests;
import io.tollgate.platform.requestlog.RequestLogRoutes;
import io.tollgate.platform.resource.Reports;
import io.tollgate.platform.resource.Resource;
import io.tollgate.platform.webhook.TestEvent;
import io.tollgate.platform.webhook.WebhookStates;
import io.tollgate.platform.webhook.Webhooks;
import io.tollgate.processor.AccountKeys;
import io.tollgate.processor.ConnectionRoutes;
import io.tollgate.processor.Processing;
import io.tollgate.sales.aftersales.LicenseKeyOwner;
import io.tollgate.sales.aftersales.LicenseKeyRoutes;
import io.tollgate.sales.aftersales.OrderCancellation;
import io.tollgate.sales.aftersales.RecordedPaymentRoutes;
import io.tollgate.sales.aftersales.RefundEventCodec;
import io.tollgate.sales.aftersales.RefundRoutes;
import io.tollgate.sales.aftersales.ResendRoutes;
import io.tollgate.sales.booking.BookingRoutes;
import io.tollgate.sales.booking.Bookings;
import io.tollgate.sales.customerdata.CustomerExport;
import io.tollgate.sales.customerdata.CustomerFiles;
import io.tollgate.sales.erasure.ErasureRoutes;
import io.tollgate.sales.funnel.FunnelRunRecords;
import io.tollgate.sales.funnel.FunnelTotals;
import io.tollgate.sales.invoice.InvoiceCopy;
import io.tollgate.sales.invoice.InvoiceRegeneration;
import io.tollgate.sales.invoice.Invoices;
import io.tollgate.sales.payment.Payments;
import io.tollgate.sales.purchase.CatalogReader;
import io.tollgate.sales.purchase.QuoteRoutes;
import io.tollgate.sales.report.ReportRoutes;
import io.tollgate.sales.savedexport.SavedExportRoutes;
import io.tollgate.sales.savedexport.SavedExports;
import io.tollgate.sales.submission.Submissions;
import io.tollgate.sales.subscription.CancellationRoutes;
import io.tollgate.sales.subscription.PauseRoutes;
import io.tollgate.sales.subscription.SubscriptionPayments;
import io.tollgate.sales.subscription.Subscriptions;
import io.tollgate.sales.subscription.UpdateRoutes;
import io.tollgate.sales.ticket.TicketRoutes;
import io.tollgate.sales.ticket.Tickets;
import io.tollgate.sales.timeline.TimelineRoutes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Creates every endpoint below {@code /v1}. */
final class Endpoints {
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
            Webhooks.RESOURCE,
            Members.RESOURCE,
            SavedExports.RESOURCE,
            AuditLog.RESOURCE,
            LoggedRequests.RESOURCE);

    /** Events about records that no resource declares. */
    static final List<EventPayload> APART =
            List.of(RefundEventCodec.REFUND_EVENTS, RefundEventCodec.DISPUTE_EVENTS, TestEvent.PAYLOAD);

    /** All that is reported to sellers, in the order of the documentation. */
    static final List<Reports> REPORTS = Stream.concat(
                    RESOURCES.stream().map(Resource::reports),
                    APART.stream().filter(EventPayload::logged).map(EventPayload::reports))
            .toList();

    private final LoopComponents loop;
    private final ResourceRoutes routes;
    private final List<Endpoint> all = new ArrayList<>();

    private Endpoints(LoopComponents loop) {
        this.loop = loop;
        this.routes = loop.resourceRoutes();
    }

    /** Returns the endpoints of an event loop. */
    static List<Endpoint> of(LoopComponents loop) {
        return new Endpoints(loop).create();
    }

    private List<Endpoint> create() {
        FileRoutes files = loop.files();
        all.addAll(new AccountRoutes(
                        loop.database, loop.writes, files.quota().bytes(), FileReferences::findImage, loop.logos())
                .all());
        catalog();
        reports();
        all.addAll(new RequestLogRoutes(loop.database, loop.config.requestLog()).all(routes));
        records();
        pages();
        writes();
        processed();
        orders();
        all.add(new InvoiceRegeneration(loop.writes, loop.invoiceCopy(true)).regenerate());
        all.addAll(files.all());
        all.add(loop.ticketPdfs.endpoint());
        List<String> types = REPORTS.stream()
                .flatMap(reports -> reports.rules().stream())
                .map(Reports.Rule::type)
                .distinct()
                .toList();
        all.addAll(new FeedRoutes(
                        loop.vertx,
                        loop.database,
                        loop.shared.events,
                        types,
                        Duration.ofSeconds(loop.config.limits().idleTimeoutSeconds()),
                        loop.shared.drain::draining)
                .all());
        all.addAll(WebhookComponents.routes(loop, types).all());
        all.addAll(WebhookComponents.deliveries(loop).all());
        all.addAll(new TestClockRoutes(loop.writes, loop.background.timePassage()).all());
        all.addAll(new ApiKeyRoutes(loop.writes, loop.database, loop.clock, loop.shared.secrets).all());
        all.addAll(DashboardComponents.endpoints(loop));
        all.replaceAll(routes::exported);
        all.replaceAll(new PageGuard(loop.database, RESOURCES)::guarded);
        all.replaceAll(KeyScopes::guarded);
        return all;
    }

    private void reports() {
        all.add(new FunnelTotals(loop.database).endpoint());
        all.addAll(new ReportRoutes(loop.database, loop.sellers, loop.clock).all());
        all.addAll(new TimelineRoutes(loop.database).all());
    }

    private void pages() {
        CheckoutPageRoutes checkoutPages = new CheckoutPageRoutes(loop.writes, loop.checkoutPages());
        all.addAll(checkoutPages.all());
        all.addAll(new FieldRoutes(loop.writes, routes, checkoutPages.records()).all());
        FormRoutes forms = new FormRoutes(loop.writes, loop.forms());
        all.addAll(forms.all());
        all.addAll(new FieldRoutes(loop.writes, routes, forms.records()).all());
        events();
        for (Resource page : List.of(CheckoutPages.RESOURCE, Events.RESOURCE)) {
            all.addAll(new OrderBumpRoutes(loop.writes, loop.database, page).all());
        }
    }

    private void orders() {
        CatalogReader catalog = loop.catalogReader();
        all.add(new BookingRoutes(loop.writes, catalog, loop.taxes).create());
        all.add(new QuoteRoutes(loop.writes, catalog, loop.taxes).create());
        for (Resource charges : List.of(Payments.RESOURCE, Bookings.RESOURCE)) {
            all.addAll(new RecordedPaymentRoutes(loop.writes, routes.records(), loop.database, charges).all());
        }
        for (Resource charges : List.of(Payments.RESOURCE, Bookings.RESOURCE, SubscriptionPayments.RESOURCE)) {
            all.addAll(new RefundRoutes(
                            loop.writes, routes.records(), loop.database, loop.processing, loop.invoiceLinks, charges)
                    .all());
        }
        for (Resource charges : List.of(Payments.RESOURCE, Bookings.RESOURCE)) {
            all.add(new ResendRoutes(loop.writes, loop.repeatedMail(), charges).resend());
        }
        for (LicenseKeyOwner owner : LicenseKeyOwner.values()) {
            all.addAll(new LicenseKeyRoutes(loop.writes, loop.database, owner).all());
        }
        all.addAll(new OrderCancellation(loop.writes).all());
    }

    private void events() {
        Composition.Factory composition = loop.events();
        EventRoutes events = new EventRoutes(loop.writes, composition);
        all.addAll(events.all());
        all.addAll(new FieldRoutes(loop.writes, routes, events.records()).all());
        all.addAll(new TicketGroupRoutes(loop.writes, routes, loop.catalog, composition).all());
    }

    private void writes() {
        all.add(new CustomerRoutes(loop.writes).change());
        CustomerFiles files = new CustomerFiles(loop.database, loop.store, loop.invoicePdfs(), loop.ticketPdfs);
        all.add(new CustomerExport(loop.database, loop.records, loop.exports(), files).endpoint());
        all.addAll(new SavedExportRoutes(ExportComponents.parts(loop), loop.records, loop.database).all());
        all.addAll(new ErasureRoutes(loop.writes, ErasureComponents.steps(loop)).all());
        all.addAll(new TicketRoutes(loop.writes, loop.repeatedMail()).all());
        all.addAll(new ProductRoutes(loop.writes).all());
    }

    /** Adds the endpoints that call the payment processor. */
    private void processed() {
        Processing processing = loop.processing;
        all.addAll(new ConnectionRoutes(
                        loop.writes,
                        loop.database,
                        loop.shared.processor,
                        new AccountKeys(loop.shared.secrets),
                        loop.shared.publicUrl())
                .all());
        all.addAll(new CouponRoutes(loop.writes, processing, loop.coupons()).all());
        List<TaxedDocuments> taxed = List.of(
                new TaxedDocuments(Events.RESOURCE, "eventDetails.fixedTaxRateIds"),
                new TaxedDocuments(Products.RESOURCE, "fixedTaxRateIds"));
        all.addAll(new TaxRateRoutes(loop.writes, processing, taxed).all());
        CancellationRoutes cancellations = new CancellationRoutes(loop.writes, processing);
        all.add(cancellations.cancel());
        all.add(cancellations.uncancel());
        all.addAll(new PauseRoutes(loop.writes, processing).all());
        all.add(new UpdateRoutes(loop.writes, processing, loop.orderedTerms()).update());
    }

    private void catalog() {
        compose(CheckoutPages.RESOURCE, loop.checkoutPages());
        compose(Forms.RESOURCE, loop.forms());
        compose(Events.RESOURCE, loop.events());
        compose(Products.RESOURCE, loop.products());
        compose(Coupons.RESOURCE, loop.coupons());
        compose(Webhooks.RESOURCE, documents -> WebhookStates.composition(loop.database));
        compose(Members.RESOURCE, documents -> MemberStates.composition(loop.database, loop.clock));
        Composition asItStands = Composition.NONE.of(loop.catalog);
        all.add(routes.wholeList(TaxRates.RESOURCE, asItStands, TaxRates::isListed));
        all.add(routes.composedGet(TaxRates.RESOURCE, asItStands).validating());
        all.add(routes.composedList(Files.RESOURCE, asItStands));
        all.add(routes.composedGet(Files.RESOURCE, asItStands).validating());
    }

    private void records() {
        InvoiceCopy invoices = loop.invoiceCopy(false);
        for (Resource resource : RESOURCES) {
            if (resource.recorded() && resource != LoggedRequests.RESOURCE) {
                boolean signed = resource == Invoices.RESOURCE;
                all.add(signed ? routes.list(resource, invoices) : routes.list(resource));
                all.add(signed ? routes.get(resource, invoices) : routes.get(resource));
            }
        }
    }

    private void compose(Resource resource, Composition.Factory composition) {
        Composition over = composition.of(loop.catalog);
        all.add(routes.composedList(resource, over));
        all.add(routes.composedGet(resource, over));
    }
}
