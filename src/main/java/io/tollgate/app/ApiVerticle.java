package io.tollgate.app;

import io.tollgate.accounts.apikey.ApiKeys;
import io.tollgate.accounts.apikey.KeyFormat;
import io.tollgate.catalog.file.FileStore;
import io.tollgate.dashboard.Dashboard;
import io.tollgate.platform.api.Api;
import io.tollgate.platform.api.Endpoint;
import io.tollgate.platform.db.Database;
import io.tollgate.platform.guide.Docs;
import io.tollgate.platform.http.Networks;
import io.tollgate.platform.mcp.McpRoutes;
import io.tollgate.platform.requestlog.RequestRecorder;
import io.tollgate.platform.server.Authentication;
import io.tollgate.platform.server.RequestDecoding;
import io.tollgate.platform.server.ServerLimits;
import io.tollgate.platform.server.ServerSettings;
import io.tollgate.sales.ticket.TicketPdfRoutes;
import io.tollgate.storefront.pages.Storefront;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.ext.auth.authentication.TokenCredentials;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.handler.AuthenticationHandler;
import io.vertx.sqlclient.Tuple;
import java.util.List;

/** Runs one HTTP server on one event loop with its own database clients. */
final class ApiVerticle extends VerticleBase {
    private final Components shared;

    ApiVerticle(Components shared) {
        this.shared = shared;
    }

    @Override
    public Future<?> start() {
        ServerSettings settings = shared.config.server();
        Database database = shared.database(vertx);
        Database buyers = Database.ofBuyers(vertx, shared.outside.database());
        shared.metrics.watch(database);
        shared.metrics.watch(buyers);
        shared.metrics.watchLoop(vertx);
        Router router = Router.router(vertx);
        FileStore store = shared.store(vertx);
        LoopComponents api = new LoopComponents(shared, vertx, database, store);
        ApiKeys keys = api.apiKeys();
        mount(router, api, new LoopComponents(shared, vertx, buyers, store), keys);
        RequestDecoding decoding = new RequestDecoding(router, shared.log);
        HttpServer server =
                vertx.createHttpServer(options()).requestHandler(decoding).invalidRequestHandler(decoding::refuse);
        shared.drain.serves(server);
        if (shared.certificates != null) {
            shared.certificates.follow(server);
        }
        return warmUp(keys, database, buyers).compose(warm -> server.listen(settings.port(), settings.host()));
    }

    /** Mounts everything that this server serves. The order decides which route receives a request. */
    private void mount(Router router, LoopComponents api, LoopComponents buyers, ApiKeys keys) {
        ServerLimits limits = shared.config.limits();
        Storefront.mountFirst(router);
        Dashboard.mountFirst(router);
        Api.mountFirst(router, shared.log, shared.config.server(), limits);
        router.route().handler(shared.drain);
        List<Endpoint> endpoints = Endpoints.of(api);
        api.invoicePdfs().mount(router);
        api.fileContents().mount(router);
        ExportComponents.download(api).mount(router);
        Docs.mount(router, endpoints, Endpoints.APART);
        buyers.storefront().mount(router, buyers.portal()::mount);
        DashboardComponents.pages(api, endpoints).mount(router);
        api.processorEvents().mount(router);
        Networks proxies = Networks.of(shared.config.server().trustedProxies());
        AuthenticationHandler authentication = Authentication.by(keys, proxies);
        RequestRecorder recorder = new RequestRecorder(shared.requests, shared.log, proxies, endpoints);
        Api.mount(router, authentication, recorder, shared.rateLimit, shared.activity, limits, endpoints);
        new McpRoutes(
                        endpoints,
                        Endpoints.APART,
                        shared.secrets.linkKey(),
                        shared.clock,
                        shared.publicUrl(),
                        limits,
                        recorder)
                .mount(router, authentication, shared.rateLimit);
        shared.log.name(router);
    }

    /**
     * Authenticates an unknown key and reads the tickets of an unknown booking before the server listens, because
     * loading classes and connecting to Postgres would delay the first requests. Ignores failures. Does nothing if the
     * gateway waits for its database.
     */
    private Future<Void> warmUp(ApiKeys keys, Database database, Database buyers) {
        if (shared.config.waitForDatabase()) {
            return Future.succeededFuture();
        }
        Future<?> key = keys.authenticate(new TokenCredentials(KeyFormat.generate(false)));
        Future<?> list = database.list("SELECT 1", Tuple.tuple());
        Future<?> page = buyers.get("SELECT 1", Tuple.tuple());
        return Future.join(key, list, page, TicketPdfRoutes.warmUp(database))
                .<Void>mapEmpty()
                .otherwiseEmpty();
    }

    /**
     * Returns the server options. Web socket compression is off, so that its handlers stay out of the response
     * pipeline.
     */
    private HttpServerOptions options() {
        HttpServerOptions options = new HttpServerOptions()
                .setIdleTimeout(shared.config.limits().idleTimeoutSeconds())
                .setHttp2ClearTextEnabled(false)
                .setPerFrameWebSocketCompressionSupported(false)
                .setPerMessageWebSocketCompressionSupported(false)
                // Writes go to the socket at once, so that a full write queue means a client that does not read.
                .setStrictThreadMode(true)
                .setTcpNoDelay(true)
                .setReuseAddress(true);
        if (shared.certificates != null) {
            shared.certificates.offer(options);
        }
        return options;
    }
}
