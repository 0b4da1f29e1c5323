package io.tollgate.app;

import io.tollgate.pdf.PdfClient;
import io.tollgate.pdf.PdfSettings;
import io.tollgate.platform.clock.Clock;
import io.tollgate.platform.config.SettingsRecords;
import io.tollgate.platform.db.Database;
import io.tollgate.platform.records.SearchMemory;
import io.tollgate.platform.resource.Scope;
import io.tollgate.platform.server.Connections;
import io.tollgate.platform.server.Metrics;
import io.tollgate.platform.server.RateLimit;
import io.tollgate.platform.server.RequestActivity;
import io.tollgate.platform.server.RequestLog;
import io.tollgate.platform.server.ShutdownDrain;
import io.tollgate.platform.task.TaskRunner;
import io.tollgate.processor.AccountKeys;
import io.tollgate.processor.BrowserProcessor;
import io.tollgate.processor.CallFaults;
import io.tollgate.processor.ProcessorVerticle;
import io.tollgate.processor.event.EventRateLimit;
import io.tollgate.storefront.pages.BuyerRateLimit;
import io.tollgate.support.FreePort;
import io.tollgate.support.TestSettings;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A gateway without background work and with a given clock: nothing happens in it but requests, and the due tasks that
 * the caller runs.
 */
public final class SteppedGateway implements AutoCloseable {
    private static final int CALLS = 4;

    private final Vertx vertx = Gateway.vertx();
    private final Config config;
    private final TaskRunner tasks;
    private final Database database;

    /** @param simulatorUrl the URL of the simulated processor */
    public SteppedGateway(Map<String, String> settings, Clock clock, String simulatorUrl, CallFaults.Plan faults) {
        config = Config.of(settings).withPorts(FreePort.find(), FreePort.find());
        CallFaults.install(vertx, faults);
        AccountKeys keys = new AccountKeys(config.secrets(false));
        ApiVerticle.SharedParts shared = shared(clock, keys, simulatorUrl);
        database = new Database(vertx, config.database());
        tasks = MaintenanceVerticle.taskRunner(database, shared);
        ProcessorVerticle.Addresses places = new ProcessorVerticle.Addresses(simulatorUrl, "", 1_000);
        await(ProcessorVerticle.deploy(vertx, CALLS, keys, places)
                .compose(deployed -> vertx.deployVerticle(new ApiVerticle(shared))));
    }

    private ApiVerticle.SharedParts shared(Clock clock, AccountKeys keys, String simulatorUrl) {
        Metrics metrics = new Metrics();
        return new ApiVerticle.SharedParts(
                config,
                clock,
                new SearchMemory(),
                config.secrets(false),
                new RateLimit(TestSettings.NO_RATE_LIMITS),
                new RequestLog(clock, metrics.registry()),
                new ShutdownDrain(new Connections(config.limits(), List.of())),
                new RequestActivity(),
                new PdfClient(vertx, new PdfSettings(1, 1, 1_000, 0), 1_000, () -> Long.MAX_VALUE),
                CallFaults.clientWithoutRetries(
                        vertx, SettingsRecords.copy(config.processor(), Map.of("workers", CALLS, "queueMax", CALLS))),
                new BrowserProcessor(keys, simulatorUrl),
                new BuyerRateLimit(TestSettings.NO_RATE_LIMITS),
                new EventRateLimit(config.processor()),
                metrics,
                null);
    }

    public String url() {
        return "http://127.0.0.1:" + config.server().port();
    }

    /** Runs the due tasks of a scope. Returns whether it could claim any. */
    public boolean runTasks(Scope scope) {
        return await(tasks.run(scope).map(ran -> ran > 0).otherwise(false));
    }

    private static <T> T await(Future<T> future) {
        try {
            return future.await(60, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            throw new IllegalStateException("no result in time", e);
        }
    }

    @Override
    public void close() {
        database.close();
        await(vertx.close());
    }
}
