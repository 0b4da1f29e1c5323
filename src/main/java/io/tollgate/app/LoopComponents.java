package io.tollgate.app;

import io.tollgate.accounts.apikey.ApiKeys;
import io.tollgate.accounts.seller.LogoCheck;
import io.tollgate.accounts.seller.Sellers;
import io.tollgate.catalog.checkoutpage.CheckoutPageComposition;
import io.tollgate.catalog.checkoutpage.CheckoutPages;
import io.tollgate.catalog.checkoutpage.HostedPages;
import io.tollgate.catalog.coupon.CouponComposition;
import io.tollgate.catalog.event.EventComposition;
import io.tollgate.catalog.event.Events;
import io.tollgate.catalog.file.BuyerFiles;
import io.tollgate.catalog.file.FileContentRoutes;
import io.tollgate.catalog.file.FileLinks;
import io.tollgate.catalog.file.FilePictures;
import io.tollgate.catalog.file.FileRoutes;
import io.tollgate.catalog.file.FileStore;
import io.tollgate.catalog.file.PictureSizes;
import io.tollgate.catalog.file.UploadRecords;
import io.tollgate.catalog.form.FormComposition;
import io.tollgate.catalog.form.Forms;
import io.tollgate.catalog.form.HostedForms;
import io.tollgate.catalog.page.LiveCatalog;
import io.tollgate.catalog.page.PageAddresses;
import io.tollgate.catalog.page.PageComposition;
import io.tollgate.catalog.page.PreviewLinks;
import io.tollgate.catalog.product.ProductComposition;
import io.tollgate.pdf.Pictures;
import io.tollgate.platform.api.ResourceRoutes;
import io.tollgate.platform.clock.Clock;
import io.tollgate.platform.db.Database;
import io.tollgate.platform.event.Actor;
import io.tollgate.platform.export.AnswerSource;
import io.tollgate.platform.export.CsvTexts;
import io.tollgate.platform.export.Exports;
import io.tollgate.platform.http.Composition;
import io.tollgate.platform.http.Networks;
import io.tollgate.platform.mail.RepeatedMail;
import io.tollgate.platform.records.CatalogDocuments;
import io.tollgate.platform.records.Records;
import io.tollgate.platform.secret.RotatingKey;
import io.tollgate.platform.server.RateLimitSettings;
import io.tollgate.platform.task.Tasks;
import io.tollgate.platform.write.WriteExecutor;
import io.tollgate.pricing.Currency;
import io.tollgate.processor.Processing;
import io.tollgate.processor.event.ProcessorEventMetrics;
import io.tollgate.processor.event.ProcessorEventRoute;
import io.tollgate.sales.booking.Bookings;
import io.tollgate.sales.checkout.ChangedOrders;
import io.tollgate.sales.checkout.Checkouts;
import io.tollgate.sales.invoice.InvoiceCopy;
import io.tollgate.sales.invoice.InvoiceLinks;
import io.tollgate.sales.invoice.InvoicePdfRoutes;
import io.tollgate.sales.payment.Payments;
import io.tollgate.sales.purchase.CatalogReader;
import io.tollgate.sales.submission.FormSubmissions;
import io.tollgate.sales.submission.Submissions;
import io.tollgate.sales.subscription.CustomerCancellation;
import io.tollgate.sales.subscription.OrderedTerms;
import io.tollgate.sales.subscription.OverduePayments;
import io.tollgate.sales.subscription.Subscriptions;
import io.tollgate.sales.tax.OrderTaxes;
import io.tollgate.sales.ticket.TicketPdfRoutes;
import io.tollgate.sales.ticket.Tickets;
import io.tollgate.simulator.SimulatorImport;
import io.tollgate.storefront.mails.PurchaseReceipts;
import io.tollgate.storefront.pages.OverdueLinks;
import io.tollgate.storefront.pages.Storefront;
import io.tollgate.storefront.portal.DocumentSources;
import io.tollgate.storefront.portal.PortalPages;
import io.vertx.core.Vertx;
import java.util.Map;

/** The components that use the database clients of one event loop. Each method returns a new component. */
final class LoopComponents {
    final Components shared;
    final Vertx vertx;
    final Config config;
    final Clock clock;
    final Database database;
    final WriteExecutor writes;
    final Records records;
    final Sellers sellers;
    final CatalogDocuments catalog;
    final FileStore store;
    final FileLinks fileLinks;
    final Pictures pictures;
    private final PictureSizes pictureSizes;
    final InvoiceLinks invoiceLinks;
    final TicketPdfRoutes ticketPdfs;
    final OrderTaxes taxes;
    final Processing processing;
    final OverduePayments overdue;
    final BackgroundComponents background;
    private final RotatingKey linkKey;

    /** @param vertx of the event loop that owns the clients */
    LoopComponents(Components shared, Vertx vertx, Database database, FileStore store) {
        this.shared = shared;
        this.vertx = vertx;
        this.config = shared.config;
        this.clock = shared.clock;
        this.database = database;
        linkKey = shared.secrets.linkKey();
        writes = new WriteExecutor(database, clock, new LiveCatalog(), Actor.SYSTEM, EventComponents.records(this));
        records = new Records(database, clock, shared.searches);
        sellers = new Sellers(database);
        catalog = new CatalogDocuments(database);
        this.store = store;
        fileLinks = new FileLinks(linkKey, shared.publicUrl(), clock);
        pictures = new FilePictures(records, store);
        pictureSizes = new PictureSizes(vertx, store);
        invoiceLinks = new InvoiceLinks(
                linkKey, shared.publicUrl(), config.invoiceLinks().validity(), clock);
        ticketPdfs = new TicketPdfRoutes(Bookings.RESOURCE, database, shared.pdf, pictures);
        taxes = new OrderTaxes(shared.processor);
        processing = new Processing(shared.processor, new Tasks(database, clock), new SimulatorImport(), database);
        overdue = new OverduePayments(writes.as(Actor.CUSTOMER), shared.processor, shared.browserProcessor);
        background = new BackgroundComponents(this);
    }

    Composition.Factory checkoutPages() {
        return documents ->
                new CheckoutPageComposition(documents, pages(documents), new ProductComposition(documents))::compose;
    }

    Composition.Factory forms() {
        return documents -> new FormComposition(documents, pages(documents))::compose;
    }

    Composition.Factory events() {
        return documents -> new EventComposition(documents, pages(documents), clock)::compose;
    }

    Composition.Factory products() {
        return documents -> new ProductComposition(documents)::compose;
    }

    Composition.Factory coupons() {
        return documents -> new CouponComposition(documents)::compose;
    }

    private PageComposition pages(CatalogDocuments documents) {
        return new PageComposition(documents, sellers, shared.publicUrl(), previews());
    }

    private PreviewLinks previews() {
        return new PreviewLinks(linkKey, clock);
    }

    CatalogReader catalogReader() {
        return new CatalogReader(events(), checkoutPages());
    }

    OrderedTerms orderedTerms() {
        return new ChangedOrders(catalogReader());
    }

    ResourceRoutes resourceRoutes() {
        return new ResourceRoutes(records, exports());
    }

    /** Returns the lists in other formats than JSON, with the answers of buyers in columns. */
    Exports exports() {
        return new Exports(
                records,
                shared.exports,
                clock,
                new CsvTexts(
                        seller -> sellers.seller(seller).map(Sellers.Seller::zone),
                        currency -> Currency.of(currency).decimals()),
                Map.of(
                        Payments.RESOURCE.path(), AnswerSource.of(CheckoutPages.RESOURCE),
                        Subscriptions.RESOURCE.path(), AnswerSource.of(CheckoutPages.RESOURCE),
                        Bookings.RESOURCE.path(), AnswerSource.of(Events.RESOURCE),
                        Submissions.RESOURCE.path(), AnswerSource.of(Forms.RESOURCE),
                        Tickets.RESOURCE.path(),
                                AnswerSource.of(Events.RESOURCE).through(Bookings.RESOURCE, "bookingId")));
    }

    InvoiceCopy invoiceCopy(boolean unique) {
        return new InvoiceCopy(invoiceLinks, unique);
    }

    InvoicePdfRoutes invoicePdfs() {
        return new InvoicePdfRoutes(database, invoiceLinks, shared.pdf, pictures);
    }

    FileRoutes files() {
        return new FileRoutes(
                writes, records, store, fileLinks, config.storage().quota(), clock, pictureSizes);
    }

    FileContentRoutes fileContents() {
        return new FileContentRoutes(records, store, fileLinks, pictureSizes);
    }

    LogoCheck logos() {
        return new LogoCheck(pictures, shared.pdf);
    }

    ApiKeys apiKeys() {
        RateLimitSettings limits = config.rateLimits();
        return new ApiKeys(database, clock, shared.secrets.keyPepper(), limits.keyPerSecond(), limits.keyBurst());
    }

    RepeatedMail repeatedMail() {
        return new RepeatedMail(config.rateLimits().resendsPerHour());
    }

    /** Returns the pages of buyers. The database clients are those of buyers. */
    Storefront storefront() {
        PageAddresses addresses = new PageAddresses(sellers, catalog);
        return new Storefront(
                vertx,
                database,
                new Storefront.Parts(
                        addresses,
                        new HostedPages(addresses, catalog, checkoutPages(), events(), clock),
                        checkouts(),
                        overdue,
                        new Storefront.FormParts(
                                new HostedForms(addresses, forms().of(catalog)),
                                new FormSubmissions(byBuyers(), catalogReader(), uploads()),
                                new BuyerFiles(
                                        vertx, database, store, config.storage().quota(), clock),
                                config.storage()),
                        fileLinks,
                        clock,
                        byBuyers(),
                        linkKey,
                        previews(),
                        shared.buyerRateLimit,
                        config.server(),
                        config.limits(),
                        shared.secure(),
                        shared.publicUrl(),
                        ticketPdfs,
                        new PurchaseReceipts(database, invoiceLinks, shared.publicUrl())));
    }

    private WriteExecutor byBuyers() {
        return writes.as(Actor.BUYER);
    }

    private Checkouts checkouts() {
        return new Checkouts(
                byBuyers(),
                catalogReader(),
                shared.processor,
                taxes,
                shared.browserProcessor,
                uploads(),
                config.checkout());
    }

    UploadRecords uploads() {
        return new UploadRecords(fileLinks, config.storage().quota());
    }

    /** Returns the customer portal. The database clients are those of buyers. */
    PortalPages portal() {
        return new PortalPages(
                sellers,
                new PortalPages.Parts(
                        writes.as(Actor.CUSTOMER),
                        linkKey,
                        config.portal(),
                        shared.buyerRateLimit,
                        new DocumentSources(invoiceLinks, ticketPdfs, fileLinks),
                        overdueLinks(),
                        new CustomerCancellation(writes, processing),
                        trustedProxies(),
                        shared.secure(),
                        config.limits().bodyTimeoutMillis()));
    }

    OverdueLinks overdueLinks() {
        return new OverdueLinks(linkKey, shared.publicUrl());
    }

    private Networks trustedProxies() {
        return Networks.of(config.server().trustedProxies());
    }

    /** Returns the endpoint that receives events of the processor. */
    ProcessorEventRoute processorEvents() {
        return new ProcessorEventRoute(
                database,
                background.arrivalHandlers(),
                shared.accountKeys,
                config.processor(),
                config.limits(),
                trustedProxies(),
                shared.eventRateLimit,
                new ProcessorEventMetrics(shared.metrics.registry()),
                clock);
    }
}
