package io.tollgate.sales.booking;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tollgate.accounts.apikey.ApiKeys;
import io.tollgate.accounts.seller.Sellers;
import io.tollgate.app.Config;
import io.tollgate.catalog.event.EventComposition;
import io.tollgate.catalog.page.PageComposition;
import io.tollgate.platform.api.Api;
import io.tollgate.platform.clock.Clock;
import io.tollgate.platform.db.Database;
import io.tollgate.platform.http.Composition;
import io.tollgate.platform.http.Networks;
import io.tollgate.platform.server.Authentication;
import io.tollgate.platform.server.RateLimit;
import io.tollgate.platform.server.RequestActivity;
import io.tollgate.platform.server.RequestLog;
import io.tollgate.platform.write.WriteExecutor;
import io.tollgate.processor.ProcessorClient;
import io.tollgate.sales.purchase.CatalogReader;
import io.tollgate.sales.purchase.Codes;
import io.tollgate.sales.tax.OrderTaxes;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestDatabase;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import io.tollgate.support.TestSettings;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.util.List;
import java.util.Map;

/** A server that books as Tollgate does, without the protection that a test removes. */
final class BookingServer implements AutoCloseable {
    private final Vertx vertx = Vertx.vertx();
    private final Database database;
    private final int port;

    BookingServer(CapacityClaims.ClaimStatement claimer, Codes codes) {
        database = new Database(
                vertx,
                TestSettings.database(
                        TestDatabase.url(), "listPool=2", "searchPool=2", "getPool=2", "transactionPool=16"));
        Router router = Router.router(vertx);
        Api.mountFirst(
                router,
                new RequestLog(Clock.SYSTEM, new SimpleMeterRegistry()),
                TestSettings.SERVER,
                TestSettings.LIMITS);
        Sellers sellers = new Sellers(database);
        Composition.Factory events = catalog ->
                new EventComposition(catalog, new PageComposition(catalog, sellers, "", null), Clock.SYSTEM)::compose;
        BookingWrite booking = new BookingWrite(new CatalogReader(events, Composition.NONE), claimer, codes);
        OrderTaxes taxes =
                new OrderTaxes(new ProcessorClient(vertx, Config.of(Map.of()).processor()));
        Api.mount(
                router,
                Authentication.by(
                        new ApiKeys(
                                database, Clock.SYSTEM, TestGateway.secrets().keyPepper(), 1_000_000, 1_000_000),
                        Networks.of(List.of())),
                RoutingContext::next,
                new RateLimit(TestSettings.NO_RATE_LIMITS),
                new RequestActivity(),
                TestSettings.LIMITS,
                List.of(new BookingRoutes(new WriteExecutor(database, Clock.SYSTEM), booking, taxes).create()));
        HttpServer server =
                TestSeller.await(vertx.createHttpServer().requestHandler(router).listen(0, "127.0.0.1"));
        port = server.actualPort();
    }

    TestApi with(String key) {
        return new TestApi("http://127.0.0.1:" + port, key);
    }

    @Override
    public void close() {
        TestSeller.await(vertx.close());
    }
}
