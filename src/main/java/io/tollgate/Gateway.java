package io.tollgate;

import io.tollgate.catalog.json.CatalogDecoder;
import io.tollgate.clock.Clock;
import io.tollgate.config.ReservedPort;
import io.tollgate.db.Database;
import io.tollgate.db.DatabaseClock;
import io.tollgate.db.Migrations;
import io.tollgate.db.SessionCheck;
import io.tollgate.file.FileStore;
import io.tollgate.file.FileStores;
import io.tollgate.invoice.InvoicePdf;
import io.tollgate.pdf.PdfClient;
import io.tollgate.pdf.PdfVerticle;
import io.tollgate.processor.AccountKeys;
import io.tollgate.processor.ProcessorClient;
import io.tollgate.processor.ProcessorVerticle;
import io.tollgate.processor.simulator.SimulatorVerticle;
import io.tollgate.records.SearchMemory;
import io.tollgate.secret.Secrets;
import io.tollgate.server.Certificates;
import io.tollgate.server.Management;
import io.tollgate.server.Metrics;
import io.tollgate.server.RateLimit;
import io.tollgate.server.Readiness;
import io.tollgate.server.RequestLog;
import io.tollgate.server.ShutdownDrain;
import io.tollgate.ticket.TicketPdf;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.micrometer.Label;
import io.vertx.micrometer.MetricsDomain;
import io.vertx.micrometer.MicrometerMetricsFactory;
import io.vertx.micrometer.MicrometerMetricsOptions;
import io.vertx.micrometer.VertxPrometheusOptions;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The composition root: builds every part from the settings. Tests build it too. */
public final class Gateway {
    private static final Logger LOG = LoggerFactory.getLogger(Gateway.class);
    private static final int MIGRATION_RETRY_MILLIS = 500;
    private static final int READINESS_LOOK_MILLIS = 5_000;
    private static final int CLOCK_LOOK_MILLIS = 5_000;
    private static final int WARM_UP_MILLIS_MAX = 1_000;
    private static final long SAMPLE_HEAP_MIN = 192L << 20;
    private static final int BLOCKED_MILLIS = 200;
    private static final int BLOCKED_TRACE_MILLIS = 1_000;
    private static final long PDF_BYTES_KEPT = 32L << 20;
    private static final Set<String> DISABLED_METRICS = Arrays.stream(MetricsDomain.values())
            .filter(domain -> domain != MetricsDomain.NAMED_POOLS)
            .map(MetricsDomain::toCategory)
            .collect(Collectors.toSet());

    private final Vertx vertx;
    private final Config config;
    private final Clock clock;
    private final DatabaseClock databaseClock;
    private final Secrets secrets;
    private final ShutdownDrain drain;
    private final Metrics metrics = new Metrics();
    private final @Nullable Certificates certificates;
    private final Database database;
    private final Readiness readiness;
    private final Management management;
    private volatile long looking;
    private volatile long asking;
    private volatile Migrations.@Nullable Outcome migrated;
    private volatile boolean warm;

    private Gateway(Vertx vertx, Config config, @Nullable Clock given, Secrets secrets) {
        this.vertx = vertx;
        this.config = config;
        this.secrets = secrets;
        this.drain = new ShutdownDrain(config.connections());
        this.database = new Database(vertx, config.database());
        this.databaseClock = new DatabaseClock(database);
        this.clock = given == null ? databaseClock : given;
        this.certificates = config.tls().enabled() ? new Certificates(vertx, config.tls(), clock) : null;
        Readiness.Parts parts = new Readiness.Parts(
                drain,
                certificates,
                database,
                metrics::watched,
                config.storage().volume());
        this.readiness = new Readiness(vertx, parts, () -> migrated != null, () -> warm, clock);
        this.management = new Management(vertx, metrics, readiness);
    }

    /**
     * The Vertx that a gateway runs on: native transport, and metrics of its pools. An event loop that is held up by
     * what it runs is told of in the log, and soon with what that is.
     */
    public static Vertx vertx() {
        MicrometerMetricsOptions metrics = new MicrometerMetricsOptions()
                .setEnabled(true)
                .setPrometheusOptions(new VertxPrometheusOptions().setEnabled(true))
                .setLabels(EnumSet.of(Label.POOL_NAME))
                .setDisabledMetricsCategories(DISABLED_METRICS);
        return Vertx.builder()
                .with(new VertxOptions()
                        .setPreferNativeTransport(true)
                        .setBlockedThreadCheckInterval(BLOCKED_MILLIS)
                        .setBlockedThreadCheckIntervalUnit(TimeUnit.MILLISECONDS)
                        .setMaxEventLoopExecuteTime(BLOCKED_MILLIS)
                        .setMaxEventLoopExecuteTimeUnit(TimeUnit.MILLISECONDS)
                        .setWarningExceptionTime(BLOCKED_TRACE_MILLIS)
                        .setWarningExceptionTimeUnit(TimeUnit.MILLISECONDS)
                        .setMetricsOptions(metrics))
                .withMetrics(new MicrometerMetricsFactory())
                .build();
    }

    /**
     * Migrates the database and serves. Where the settings say to wait for the database, it serves
     * 503 until the database is there; else a database that is not there fails the start.
     */
    public static Future<Gateway> start(Vertx vertx, Config config) {
        return start(vertx, config, null);
    }

    /** @param clock in place of the database's; null: that one */
    public static Future<Gateway> start(Vertx vertx, Config config, @Nullable Clock clock) {
        // All event loops listen on one port, which links name: it must be known before the first of them listens.
        ReservedPort port = ReservedPort.inPlaceOf(config.port());
        ReservedPort managementPort = ReservedPort.inPlaceOf(config.managementPort());
        Config taken = config.withPorts(port.port(), managementPort.port());
        Gateway gateway = new Gateway(vertx, taken, clock, config.secrets(false));
        OpenFilesCheck.look(taken);
        Future<Void> migrations = config.waitForDatabase() ? gateway.migrateInTime() : gateway.migrate();
        return migrations.compose(done -> gateway.serve()).map(gateway).onComplete(done -> {
            port.close();
            managementPort.close();
        });
    }

    private Future<Void> migrate() {
        Future<Void> sessions = SessionCheck.look(vertx, config.database());
        return vertx.executeBlocking(() -> DatabasePreparation.run(config, secrets))
                .compose(outcome -> sessions.map(outcome))
                .onSuccess(outcome -> new PoolCheck(config).look(database))
                .compose(outcome -> databaseClock.ask().onComplete(asked -> migrated = outcome));
    }

    /** Tries until it succeeds, without holding up the start. */
    private Future<Void> migrateInTime() {
        migrate().onFailure(failure -> {
            LOG.warn("the database cannot be migrated yet: {}", failure.getMessage());
            vertx.setTimer(MIGRATION_RETRY_MILLIS, timer -> migrateInTime());
        });
        return Future.succeededFuture();
    }

    private Future<Void> serve() {
        Config.RateLimits limits = config.rateLimits();
        ApiVerticle.Shared shared = new ApiVerticle.Shared(
                config,
                clock,
                new SearchMemory(),
                secrets,
                new RateLimit(limits.sellerPerSecond(), limits.sellerBurst()),
                new RequestLog(clock, metrics.registry()),
                drain,
                new PdfClient(vertx, pdf()),
                new ProcessorClient(vertx, processor()),
                metrics,
                certificates);
        show(shared);
        return PdfVerticle.deploy(vertx, shared.pdf(), List.of(new TicketPdf(), new InvoicePdf()))
                .compose(deployed -> deployProcessor())
                .compose(deployed -> vertx.deployVerticle(
                        () -> new ApiVerticle(shared), new DeploymentOptions().setInstances(config.eventLoops())))
                .compose(deployed -> vertx.deployVerticle(new MaintenanceVerticle(config, clock, shared, metrics)))
                .compose(deployed -> management.listen(config.managementHost(), config.managementPort()))
                .compose(listening -> warmUp(shared.pdf()))
                .mapEmpty();
    }

    /**
     * Draws a sample PDF and prepares decoders: their first use would hold up the first requests. Requests that arrive
     * before the gateway is ready slow this down; then readiness does not wait for it. A small heap is left to
     * requests.
     */
    private Future<?> warmUp(PdfClient pdf) {
        Future<Void> decoders = vertx.executeBlocking(() -> {
            CatalogDecoder.prepare();
            return null;
        });
        Future<?> sample = Runtime.getRuntime().maxMemory() < SAMPLE_HEAP_MIN
                ? Future.succeededFuture()
                : pdf.render(TicketPdf.sample());
        return Future.join(sample, decoders)
                .timeout(WARM_UP_MILLIS_MAX, TimeUnit.MILLISECONDS)
                .onFailure(failure -> LOG.info("Starts without having warmed up: {}", failure.toString()))
                .otherwiseEmpty()
                .onSuccess(done -> warm = true);
    }

    /** The workers that speak to the processor and, beside them, the simulator, on a port of its own. */
    private Future<?> deployProcessor() {
        Config.Processor processor = config.processor();
        AccountKeys keys = new AccountKeys(secrets);
        ReservedPort port = ReservedPort.any();
        ProcessorVerticle.Places places = new ProcessorVerticle.Places(
                "http://127.0.0.1:" + port.port(), processor.url(), processor.connectTimeoutMillis());
        Future<?> workers = ProcessorVerticle.deploy(vertx, processor.workers(), keys, places);
        Future<?> all = processor.simulator()
                ? workers.compose(deployed ->
                        vertx.deployVerticle(new SimulatorVerticle(config.database(), keys, clock, port.port())))
                : workers;
        return all.onComplete(deployed -> port.close());
    }

    private ProcessorClient.Settings processor() {
        Config.Processor processor = config.processor();
        return new ProcessorClient.Settings(
                processor.workers(),
                processor.queueMax(),
                processor.callTimeoutMillis(),
                processor.breakerFailures(),
                processor.breakerResetMillis());
    }

    private PdfClient.Settings pdf() {
        Config.Pdf pdf = config.pdf();
        return new PdfClient.Settings(
                pdf.workers(), pdf.queueMax(), pdf.timeoutMillis(), pdf.restMillis(), PDF_BYTES_KEPT);
    }

    /** The values of the parts that all event loops share. */
    private void show(ApiVerticle.Shared shared) {
        looking = vertx.setPeriodic(0, READINESS_LOOK_MILLIS, timer -> readiness.reasons());
        asking = vertx.setPeriodic(CLOCK_LOOK_MILLIS, timer -> databaseClock.ask());
        metrics.gauge("tollgate.ready", "1 while requests can be served.", () -> readiness.wasReady() ? 1 : 0);
        metrics.gauge("tollgate.connections", "Open connections to the API.", drain::connections);
        metrics.gauge(
                "tollgate.schema.unknown.steps",
                "Steps in the schema that a newer program made and this one does not know.",
                () -> migrated == null ? Double.NaN : migrated.unknown());
        WorkerMetrics.show(metrics, shared);
    }

    /** Where files are kept; each event loop has a way of its own to it. */
    static FileStore fileStore(Vertx vertx, Config config, Clock clock) {
        return FileStores.of(vertx, config.storage().volume(), config.storage().s3(), clock);
    }

    public int port() {
        return config.port();
    }

    public int managementPort() {
        return config.managementPort();
    }

    /** Drains, then closes what it opened; the Vertx it was given stays open. */
    public Future<Void> stop() {
        drain.begin();
        Future<?> noticed = config.drainDelaySeconds() == 0
                ? Future.succeededFuture()
                : vertx.timer(config.drainDelaySeconds(), TimeUnit.SECONDS);
        Future<Void> drained = noticed.compose(waited -> drain.drain(config.drainSeconds()));
        return drained.eventually(management::close).eventually(() -> {
            vertx.cancelTimer(looking);
            vertx.cancelTimer(asking);
            if (certificates != null) {
                certificates.close();
            }
            database.close();
            metrics.close();
            return Future.join(
                    vertx.deploymentIDs().stream().map(vertx::undeploy).toList());
        });
    }
}
