package io.tollgate.app;

import io.tollgate.catalog.file.FileStore;
import io.tollgate.catalog.file.FileStores;
import io.tollgate.catalog.file.FileSweep;
import io.tollgate.pdf.PdfClient;
import io.tollgate.pdf.PdfSettings;
import io.tollgate.platform.clock.Clock;
import io.tollgate.platform.config.SettingsRecords;
import io.tollgate.platform.db.Database;
import io.tollgate.platform.records.SearchMemory;
import io.tollgate.platform.server.Connections;
import io.tollgate.platform.server.Metrics;
import io.tollgate.platform.server.RateLimit;
import io.tollgate.platform.server.RequestActivity;
import io.tollgate.platform.server.RequestLog;
import io.tollgate.platform.server.ShutdownDrain;
import io.tollgate.processor.AccountKeys;
import io.tollgate.processor.BrowserProcessor;
import io.tollgate.processor.ProcessorClient;
import io.tollgate.processor.ProcessorVerticle;
import io.tollgate.processor.event.EventRateLimit;
import io.tollgate.simulator.SimulatorVerticle;
import io.tollgate.storefront.pages.BuyerRateLimit;
import io.tollgate.support.FreePort;
import io.tollgate.support.TestSettings;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The API as a gateway serves it, without its background work: every statement that it sends to the
 * database belongs to a request. Its simulated processor has a separate connection to the same objects.
 */
public final class LoneApi implements AutoCloseable {
    private static final int CALLS = 4;

    private final Vertx vertx = Gateway.vertx();
    private final Config config;
    private final Config direct;

    /**
     * @param settings the settings of a gateway
     * @param databaseUrl the connection of the simulator to the database
     */
    public LoneApi(Map<String, String> settings, String databaseUrl) {
        config = Config.of(settings).withPorts(FreePort.find(), FreePort.find());
        direct = config.withDatabaseUrl(databaseUrl);
        await(simulator().compose(port -> vertx.deployVerticle(new ApiVerticle(shared()))));
    }

    private Future<Integer> simulator() {
        AccountKeys keys = new AccountKeys(config.secrets(false));
        int port = FreePort.find();
        ProcessorVerticle.Addresses places = new ProcessorVerticle.Addresses("http://127.0.0.1:" + port, "", 1_000);
        return ProcessorVerticle.deploy(vertx, CALLS, keys, places)
                .compose(deployed -> vertx.deployVerticle(
                        new SimulatorVerticle(direct.database(), keys, Clock.SYSTEM, "127.0.0.1", port)))
                .map(port);
    }

    private ApiVerticle.SharedParts shared() {
        Metrics metrics = new Metrics();
        return new ApiVerticle.SharedParts(
                config,
                Clock.SYSTEM,
                new SearchMemory(),
                config.secrets(false),
                new RateLimit(TestSettings.NO_RATE_LIMITS),
                new RequestLog(Clock.SYSTEM, metrics.registry()),
                new ShutdownDrain(new Connections(config.limits(), List.of())),
                new RequestActivity(),
                new PdfClient(vertx, new PdfSettings(1, 1, 1_000, 0), 1_000, () -> Long.MAX_VALUE),
                new ProcessorClient(
                        vertx,
                        SettingsRecords.copy(
                                config.processor(),
                                Map.of(
                                        "workers",
                                        CALLS,
                                        "queueMax",
                                        CALLS,
                                        "breakerFailures",
                                        1_000,
                                        "breakerResetMillis",
                                        1_000))),
                new BrowserProcessor(new AccountKeys(config.secrets(false)), ""),
                new BuyerRateLimit(TestSettings.NO_RATE_LIMITS),
                new EventRateLimit(config.processor()),
                metrics,
                null);
    }

    public String url() {
        return "http://127.0.0.1:" + config.server().port();
    }

    /** Deletes bytes without a file record, as a sweep does later; returns how many there were. */
    public int sweep(Duration later) {
        Clock clock = () -> Clock.SYSTEM.now().plus(later);
        Database database = new Database(vertx, direct.database());
        return await(new FileSweep(database, FileStores.of(vertx, config.storage(), clock), clock)
                .sweep()
                .onComplete(swept -> database.close()));
    }

    /** Returns the ids of all files whose bytes are stored. */
    public List<String> kept() {
        return await(FileStores.of(vertx, config.storage(), Clock.SYSTEM).list("")).stream()
                .map(FileStore.StoredFile::fileId)
                .toList();
    }

    private static <T> T await(Future<T> future) {
        try {
            return future.await(30, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            throw new IllegalStateException("no answer in time", e);
        }
    }

    @Override
    public void close() {
        await(vertx.close());
    }
}
