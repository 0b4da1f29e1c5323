package io.tollgate;

import io.tollgate.apikey.ApiKeys;
import io.tollgate.checkoutpage.CheckoutPages;
import io.tollgate.clock.Clock;
import io.tollgate.db.Database;
import io.tollgate.event.Events;
import io.tollgate.file.FileContentRoutes;
import io.tollgate.file.FileLinks;
import io.tollgate.file.FileRoutes;
import io.tollgate.file.FileStore;
import io.tollgate.http.Api;
import io.tollgate.http.Docs;
import io.tollgate.http.Endpoint;
import io.tollgate.http.RateLimit;
import io.tollgate.http.RequestLog;
import io.tollgate.http.ResourceRoutes;
import io.tollgate.http.Writes;
import io.tollgate.invoice.InvoiceCopy;
import io.tollgate.invoice.InvoiceLinks;
import io.tollgate.invoice.InvoicePdfRoutes;
import io.tollgate.pdf.PdfClient;
import io.tollgate.processor.Processing;
import io.tollgate.processor.ProcessorClient;
import io.tollgate.processor.Tasks;
import io.tollgate.product.OrderBumpRoutes;
import io.tollgate.records.Catalogue;
import io.tollgate.records.Records;
import io.tollgate.resource.Resource;
import io.tollgate.seller.Sellers;
import io.tollgate.ticket.EventPictures;
import io.tollgate.ticket.TicketPdfRoutes;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.net.PemKeyCertOptions;
import io.vertx.ext.web.Router;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** One HTTP server on one event loop, with database clients of its own. */
final class ApiVerticle extends VerticleBase {
    private final Shared shared;

    /** What all event loops have in common. */
    record Shared(
            Config config,
            Clock clock,
            Secrets secrets,
            RateLimit rateLimit,
            RequestLog log,
            Drain drain,
            PdfClient pdf,
            ProcessorClient processor) {}

    ApiVerticle(Shared shared) {
        this.shared = shared;
    }

    @Override
    public Future<?> start() {
        Config config = shared.config();
        Database database = new Database(vertx, Gateway.settings(config));
        Router router = Router.router(vertx);
        Api.Limits limits = new Api.Limits(
                config.limits().headerCountMax(),
                config.trustedProxies(),
                config.limits().requestTimeoutMillis());
        Api.entrance(router, shared.log(), limits);
        router.route().handler(shared.drain());
        Sellers sellers = new Sellers(database);
        InvoiceLinks links = links(config);
        List<Endpoint> endpoints = endpoints(database, sellers, links);
        new InvoicePdfRoutes(database, sellers, links, shared.pdf()).mount(router);
        FileLinks files = fileLinks(config);
        FileStore store = Gateway.fileStore(vertx, config, shared.clock());
        endpoints.addAll(new FileRoutes(
                        new Writes(database, shared.clock()), new Records(database), store, files, shared.clock())
                .all());
        for (Resource page : List.of(CheckoutPages.RESOURCE, Events.RESOURCE)) {
            endpoints.addAll(new OrderBumpRoutes(new Writes(database, shared.clock()), database, page).all());
        }
        new FileContentRoutes(new Records(database), store, files).mount(router);
        Docs.mount(router, endpoints);
        Api.mount(router, keys(database), shared.rateLimit(), limits, endpoints);
        HttpServer server = vertx.createHttpServer(options(config))
                .requestHandler(router)
                .invalidRequestHandler(Api.refusal(shared.log()));
        shared.drain().serves(server);
        return server.listen(config.port(), config.host());
    }

    private ApiKeys keys(Database database) {
        Config.RateLimits limits = shared.config().rateLimits();
        return new ApiKeys(database, shared.secrets().keyPepper(), limits.keyPerSecond(), limits.keyBurst());
    }

    private InvoiceLinks links(Config config) {
        return new InvoiceLinks(
                shared.secrets().linkKey(),
                config.publicUrlOn(config.port()),
                Duration.ofSeconds(config.invoiceLinkSeconds()),
                shared.clock());
    }

    private FileLinks fileLinks(Config config) {
        return new FileLinks(shared.secrets().linkKey(), config.publicUrlOn(config.port()), shared.clock());
    }

    private List<Endpoint> endpoints(Database database, Sellers sellers, InvoiceLinks links) {
        Config config = shared.config();
        Catalogue catalogue = new Catalogue(database);
        List<Endpoint> endpoints = new ArrayList<>(Endpoints.of(new Endpoints.Parts(
                new ResourceRoutes(new Records(database)),
                new Writes(database, shared.clock()),
                catalogue,
                new Compositions(sellers, config.publicUrlOn(config.port()), shared.clock()),
                new InvoiceCopy(links),
                new Processing(shared.processor(), new Tasks(database, shared.clock()), database))));
        endpoints.add(new TicketPdfRoutes(database, sellers, shared.pdf(), EventPictures.NONE).endpoint());
        return endpoints;
    }

    private static HttpServerOptions options(Config config) {
        HttpServerOptions options = new HttpServerOptions()
                .setIdleTimeout(config.limits().idleTimeoutSeconds())
                .setHttp2ClearTextEnabled(false)
                .setTcpNoDelay(true)
                .setReuseAddress(true);
        if (config.tls().enabled()) {
            options.setSsl(true)
                    .setKeyCertOptions(new PemKeyCertOptions()
                            .addCertPath(config.tls().certificate())
                            .addKeyPath(config.tls().key()));
        }
        return options;
    }
}
