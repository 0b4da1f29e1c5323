package io.tollgate.app;

import io.tollgate.accounts.apikey.ApiKeys;
import io.tollgate.accounts.apikey.KeyFormat;
import io.tollgate.accounts.seller.LogoCheck;
import io.tollgate.accounts.seller.Sellers;
import io.tollgate.catalog.checkoutpage.HostedPages;
import io.tollgate.catalog.file.BuyerFiles;
import io.tollgate.catalog.file.FileContentRoutes;
import io.tollgate.catalog.file.FileLinks;
import io.tollgate.catalog.file.FilePictures;
import io.tollgate.catalog.file.FileRoutes;
import io.tollgate.catalog.file.FileStore;
import io.tollgate.catalog.file.FileStores;
import io.tollgate.catalog.form.HostedForms;
import io.tollgate.catalog.page.PageAddresses;
import io.tollgate.catalog.page.PreviewLinks;
import io.tollgate.pdf.PdfClient;
import io.tollgate.pdf.Pictures;
import io.tollgate.platform.api.Api;
import io.tollgate.platform.api.Endpoint;
import io.tollgate.platform.api.ResourceRoutes;
import io.tollgate.platform.clock.Clock;
import io.tollgate.platform.db.Database;
import io.tollgate.platform.guide.Docs;
import io.tollgate.platform.http.Networks;
import io.tollgate.platform.records.CatalogDocuments;
import io.tollgate.platform.records.Records;
import io.tollgate.platform.records.SearchMemory;
import io.tollgate.platform.secret.Secrets;
import io.tollgate.platform.server.Certificates;
import io.tollgate.platform.server.Metrics;
import io.tollgate.platform.server.RateLimit;
import io.tollgate.platform.server.RateLimitSettings;
import io.tollgate.platform.server.RequestActivity;
import io.tollgate.platform.server.RequestDecoding;
import io.tollgate.platform.server.RequestLog;
import io.tollgate.platform.server.ServerSettings;
import io.tollgate.platform.server.ShutdownDrain;
import io.tollgate.platform.task.Tasks;
import io.tollgate.platform.write.WriteExecutor;
import io.tollgate.processor.AccountKeys;
import io.tollgate.processor.BrowserProcessor;
import io.tollgate.processor.Processing;
import io.tollgate.processor.ProcessorClient;
import io.tollgate.processor.event.EventRateLimit;
import io.tollgate.processor.event.ProcessorEventMetrics;
import io.tollgate.processor.event.ProcessorEventRoute;
import io.tollgate.sales.booking.Bookings;
import io.tollgate.sales.checkout.Checkouts;
import io.tollgate.sales.invoice.InvoiceCopy;
import io.tollgate.sales.invoice.InvoiceLinks;
import io.tollgate.sales.invoice.InvoicePdfRoutes;
import io.tollgate.sales.purchase.CatalogReader;
import io.tollgate.sales.submission.FormSubmissions;
import io.tollgate.sales.subscription.OverduePayments;
import io.tollgate.sales.tax.OrderTaxes;
import io.tollgate.sales.ticket.TicketPdfRoutes;
import io.tollgate.storefront.pages.BuyerRateLimit;
import io.tollgate.storefront.pages.Storefront;
import io.tollgate.storefront.portal.DocumentSources;
import io.tollgate.storefront.portal.PortalPages;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.ext.auth.authentication.TokenCredentials;
import io.vertx.ext.web.Router;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Runs one HTTP server on one event loop with its own database clients. */
final class ApiVerticle extends VerticleBase {
    private final SharedParts shared;
    private final OrderTaxes taxes;

    /** Objects shared by all event loops. */
    record SharedParts(
            Config config,
            Clock clock,
            SearchMemory searches,
            Secrets secrets,
            RateLimit rateLimit,
            RequestLog log,
            ShutdownDrain drain,
            RequestActivity activity,
            PdfClient pdf,
            ProcessorClient processor,
            BrowserProcessor browserProcessor,
            BuyerRateLimit buyerRateLimit,
            EventRateLimit eventRateLimit,
            Metrics metrics,
            @Nullable Certificates certificates) {}

    ApiVerticle(SharedParts shared) {
        this.shared = shared;
        this.taxes = new OrderTaxes(shared.processor());
    }

    @Override
    public Future<?> start() {
        Config config = shared.config();
        Database database = new Database(vertx, config.database());
        Database buyers = Database.ofBuyers(vertx, config.database());
        shared.metrics().watch(database);
        shared.metrics().watch(buyers);
        shared.metrics().watchLoop(vertx);
        Router router = Router.router(vertx);
        ServerSettings settings = config.server();
        Storefront.mountFirst(router);
        Api.mountFirst(router, shared.log(), settings, config.limits());
        router.route().handler(shared.drain());
        ApiKeys keys = keys(database);
        Sellers sellers = new Sellers(database);
        InvoiceLinks links = links(shared);
        FileLinks files = new FileLinks(shared.secrets().linkKey(), publicUrl(config), shared.clock());
        FileStore store = FileStores.of(vertx, config.storage(), shared.clock());
        Records records = new Records(database, shared.clock(), shared.searches());
        Stored stored = new Stored(store, files, new FilePictures(records, store));
        TicketPdfRoutes ticketPdfs = new TicketPdfRoutes(Bookings.RESOURCE, database, shared.pdf(), stored.pictures());
        List<Endpoint> endpoints = endpoints(database, records, sellers, links, stored, ticketPdfs);
        new InvoicePdfRoutes(database, links, shared.pdf(), stored.pictures()).mount(router);
        new FileContentRoutes(records, store, files).mount(router);
        Docs.mount(router, endpoints);
        PortalPages portal = PortalComponents.pages(shared, buyers, new DocumentSources(links, ticketPdfs, files));
        storefront(buyers, stored, ticketPdfs).mount(router, portal::mount);
        processorEvents(database).mount(router);
        Api.mount(router, keys, shared.rateLimit(), shared.activity(), config.limits(), endpoints);
        shared.log().name(router);
        RequestDecoding decoding = new RequestDecoding(router, shared.log());
        HttpServer server =
                vertx.createHttpServer(options()).requestHandler(decoding).invalidRequestHandler(decoding::refuse);
        shared.drain().serves(server);
        if (shared.certificates() != null) {
            shared.certificates().follow(server);
        }
        return warmUp(keys, database, buyers).compose(warm -> server.listen(settings.port(), settings.host()));
    }

    /**
     * Authenticates an unknown key and reads the tickets of an unknown booking before the server listens, because
     * loading classes and connecting to Postgres would delay the first requests. Ignores failures. Does nothing if the
     * gateway waits for its database.
     */
    private Future<Void> warmUp(ApiKeys keys, Database database, Database buyers) {
        if (shared.config().waitForDatabase()) {
            return Future.succeededFuture();
        }
        Future<?> key = keys.authenticate(new TokenCredentials(KeyFormat.generate(false)));
        Future<?> list = database.list("SELECT 1", Tuple.tuple());
        Future<?> page = buyers.get("SELECT 1", Tuple.tuple());
        return Future.join(key, list, page, TicketPdfRoutes.warmUp(database))
                .<Void>mapEmpty()
                .otherwiseEmpty();
    }

    /** @param database the clients of buyers' pages */
    private Storefront storefront(Database database, Stored stored, TicketPdfRoutes ticketPdfs) {
        Config config = shared.config();
        Sellers sellers = new Sellers(database);
        CatalogDocuments catalog = new CatalogDocuments(database);
        Compositions compositions = compositions(sellers);
        WriteExecutor writes = new WriteExecutor(database, shared.clock());
        CatalogReader reader = new CatalogReader(compositions.events(), compositions.checkoutPages());
        Checkouts checkouts =
                new Checkouts(writes, reader, shared.processor(), taxes, shared.browserProcessor(), config.checkout());
        PageAddresses addresses = new PageAddresses(sellers, catalog);
        BuyerFiles files = new BuyerFiles(
                vertx, stored.store(), stored.links(), config.storage().quota(), shared.clock());
        return new Storefront(
                vertx,
                database,
                new Storefront.Parts(
                        addresses,
                        hostedPages(addresses, catalog, compositions),
                        checkouts,
                        new OverduePayments(writes, shared.processor(), shared.browserProcessor()),
                        new Storefront.FormParts(
                                new HostedForms(addresses, compositions.forms().of(catalog)),
                                new FormSubmissions(writes, reader, files),
                                files,
                                config.storage()),
                        stored.links(),
                        shared.clock(),
                        new WriteExecutor(database, shared.clock()),
                        shared.secrets().linkKey(),
                        previews(),
                        shared.buyerRateLimit(),
                        config.server(),
                        config.limits(),
                        publicUrl(config).startsWith("https:"),
                        publicUrl(config),
                        ticketPdfs));
    }

    private HostedPages hostedPages(PageAddresses addresses, CatalogDocuments catalog, Compositions compositions) {
        return new HostedPages(
                addresses,
                catalog,
                compositions.checkoutPages().of(catalog),
                compositions.events().of(catalog),
                shared.clock());
    }

    private Compositions compositions(Sellers sellers) {
        return new Compositions(sellers, publicUrl(shared.config()), shared.clock(), previews());
    }

    private PreviewLinks previews() {
        return new PreviewLinks(shared.secrets().linkKey(), shared.clock());
    }

    private ProcessorEventRoute processorEvents(Database database) {
        Config config = shared.config();
        return new ProcessorEventRoute(new ProcessorEventRoute.Parts(
                database,
                MaintenanceVerticle.arrivalHandlers(database, shared),
                new AccountKeys(shared.secrets()),
                config.processor(),
                config.limits(),
                Networks.of(config.server().trustedProxies()),
                shared.eventRateLimit(),
                new ProcessorEventMetrics(shared.metrics().registry()),
                shared.clock()));
    }

    static String publicUrl(Config config) {
        return config.server().publicUrlOn(config.server().port());
    }

    private ApiKeys keys(Database database) {
        RateLimitSettings limits = shared.config().rateLimits();
        return new ApiKeys(database, shared.secrets().keyPepper(), limits.keyPerSecond(), limits.keyBurst());
    }

    static InvoiceLinks links(SharedParts shared) {
        Config config = shared.config();
        return new InvoiceLinks(
                shared.secrets().linkKey(),
                publicUrl(config),
                config.invoiceLinks().validity(),
                shared.clock());
    }

    /** The file store, the signed links to its files, and the pictures read from it. */
    private record Stored(FileStore store, FileLinks links, Pictures pictures) {}

    private List<Endpoint> endpoints(
            Database database,
            Records records,
            Sellers sellers,
            InvoiceLinks links,
            Stored files,
            TicketPdfRoutes ticketPdfs) {
        Config config = shared.config();
        WriteExecutor writes = new WriteExecutor(database, shared.clock());
        return Endpoints.of(new Endpoints.Parts(
                new ResourceRoutes(records),
                writes,
                new CatalogDocuments(database),
                compositions(sellers),
                new InvoiceCopy(links),
                links,
                new Processing(shared.processor(), new Tasks(database, shared.clock()), database),
                taxes,
                database,
                new FileRoutes(
                        writes,
                        records,
                        files.store(),
                        files.links(),
                        config.storage().quota(),
                        shared.clock()),
                new LogoCheck(files.pictures(), shared.pdf()),
                ticketPdfs,
                TestClockComponents.passage(vertx, database, shared)));
    }

    /**
     * Returns the server options. Web socket compression is off, so that its handlers stay out of the response
     * pipeline.
     */
    private HttpServerOptions options() {
        HttpServerOptions options = new HttpServerOptions()
                .setIdleTimeout(shared.config().limits().idleTimeoutSeconds())
                .setHttp2ClearTextEnabled(false)
                .setPerFrameWebSocketCompressionSupported(false)
                .setPerMessageWebSocketCompressionSupported(false)
                // Writes go to the socket at once, so that a full write queue means a client that does not read.
                .setStrictThreadMode(true)
                .setTcpNoDelay(true)
                .setReuseAddress(true);
        if (shared.certificates() != null) {
            shared.certificates().offer(options);
        }
        return options;
    }
}
