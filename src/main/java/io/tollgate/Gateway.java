package io.tollgate;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.tollgate.clock.Clock;
import io.tollgate.db.Database;
import io.tollgate.db.Ids;
import io.tollgate.db.Migrations;
import io.tollgate.file.FileStore;
import io.tollgate.file.FileStores;
import io.tollgate.http.Connections;
import io.tollgate.http.RateLimit;
import io.tollgate.http.RequestLog;
import io.tollgate.invoice.InvoicePdf;
import io.tollgate.pdf.PdfClient;
import io.tollgate.pdf.PdfVerticle;
import io.tollgate.processor.AccountKeys;
import io.tollgate.processor.ProcessorClient;
import io.tollgate.processor.ProcessorVerticle;
import io.tollgate.processor.simulator.SimulatorVerticle;
import io.tollgate.records.Wall;
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
import io.vertx.micrometer.backends.BackendRegistries;
import io.vertx.sqlclient.Tuple;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The composition root: builds every part from the settings. Tests build it too. */
public final class Gateway {
    private static final Logger LOG = LoggerFactory.getLogger(Gateway.class);
    private static final int MIGRATION_RETRY_MILLIS = 500;
    private static final long PDF_BYTES_KEPT = 32L << 20;
    private static final Set<String> DISABLED_METRICS = Arrays.stream(MetricsDomain.values())
            .filter(domain -> domain != MetricsDomain.NAMED_POOLS)
            .map(MetricsDomain::toCategory)
            .collect(Collectors.toSet());

    private final Vertx vertx;
    private final Config config;
    private final Clock clock;
    private final Secrets secrets;
    private final Drain drain;
    private final PrometheusMeterRegistry metrics = metrics();
    private final Database database;
    private final Management management;
    private volatile boolean migrated;

    private Gateway(Vertx vertx, Config config, Clock clock, Secrets secrets) {
        this.vertx = vertx;
        this.config = config;
        this.clock = clock;
        this.secrets = secrets;
        this.drain = new Drain(new Connections(
                config.limits().addressConnectionsMax(),
                config.limits().idleTimeoutSeconds(),
                config.trustedProxies()));
        this.database = new Database(vertx, settings(config));
        this.management = new Management(vertx, metrics, this::ready);
    }

    /** The Vertx that a gateway runs on: native transport, and metrics of its pools. */
    public static Vertx vertx() {
        MicrometerMetricsOptions metrics = new MicrometerMetricsOptions()
                .setEnabled(true)
                .setPrometheusOptions(new VertxPrometheusOptions().setEnabled(true))
                .setLabels(EnumSet.of(Label.POOL_NAME))
                .setDisabledMetricsCategories(DISABLED_METRICS);
        return Vertx.builder()
                .with(new VertxOptions().setPreferNativeTransport(true).setMetricsOptions(metrics))
                .withMetrics(new MicrometerMetricsFactory())
                .build();
    }

    /**
     * Migrates the database and serves. Where the settings say to wait for the database, it serves
     * 503 until the database is there; else a database that is not there fails the start.
     */
    public static Future<Gateway> start(Vertx vertx, Config config, Clock clock) {
        Config taken = config.withPorts(orFree(config.port()), orFree(config.managementPort()));
        Gateway gateway = new Gateway(vertx, taken, clock, Secrets.of(config, false));
        Future<Void> migrations = config.waitForDatabase() ? gateway.migrateInTime() : gateway.migrate();
        return migrations.compose(done -> gateway.serve()).map(gateway);
    }

    /** A free port in place of 0: all event loops have to listen on the same one. */
    private static int orFree(int port) {
        if (port != 0) {
            return port;
        }
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException("no port is free", e);
        }
    }

    private Future<Void> migrate() {
        return vertx.<Void>executeBlocking(() -> {
            Migrations.migrate(config.database().directUrl());
            migrated = true;
            return null;
        });
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
                secrets,
                new RateLimit(limits.sellerPerSecond(), limits.sellerBurst()),
                new RequestLog(new Ids(), clock, metrics),
                drain,
                new PdfClient(vertx, pdf()),
                new ProcessorClient(vertx, processor()));
        return PdfVerticle.deploy(vertx, config.pdf().workers(), List.of(new TicketPdf(), new InvoicePdf()))
                .compose(deployed -> deployProcessor())
                .compose(deployed -> vertx.deployVerticle(
                        () -> new ApiVerticle(shared), new DeploymentOptions().setInstances(config.eventLoops())))
                .compose(deployed -> vertx.deployVerticle(new MaintenanceVerticle(config, clock, shared.processor())))
                .compose(deployed -> management.listen(config.managementHost(), config.managementPort()))
                .mapEmpty();
    }

    /** The workers that speak to the processor and, beside them, the simulator, on a port of its own. */
    private Future<?> deployProcessor() {
        Config.Processor processor = config.processor();
        AccountKeys keys = new AccountKeys(secrets);
        int port = orFree(0);
        ProcessorVerticle.Places places = new ProcessorVerticle.Places(
                "http://127.0.0.1:" + port, processor.url(), processor.connectTimeoutMillis());
        Future<?> workers = ProcessorVerticle.deploy(vertx, processor.workers(), keys, places);
        return processor.simulator()
                ? workers.compose(
                        deployed -> vertx.deployVerticle(new SimulatorVerticle(settings(config), keys, clock, port)))
                : workers;
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
        return new PdfClient.Settings(pdf.workers(), pdf.queueMax(), pdf.timeoutMillis(), PDF_BYTES_KEPT);
    }

    private Future<Boolean> ready() {
        if (drain.draining() || !migrated) {
            return Future.succeededFuture(false);
        }
        return database.get("SELECT 1", Tuple.tuple()).map(true).otherwise(false);
    }

    private static PrometheusMeterRegistry metrics() {
        PrometheusMeterRegistry registry = (PrometheusMeterRegistry) BackendRegistries.getDefaultNow();
        Gauge.builder("tollgate_wall_breaches", Wall::breaches)
                .description("Rows of another seller or mode that a statement let through. Anything but 0 is an alarm.")
                .register(registry);
        return registry;
    }

    static Database.Settings settings(Config config) {
        Config.Database database = config.database();
        return new Database.Settings(
                database.url(),
                database.listPool(),
                database.searchPool(),
                database.getPool(),
                database.transactionPool(),
                database.queueMax(),
                database.connectTimeoutMillis(),
                database.queryTimeoutMillis(),
                database.statementTimeoutMillis(),
                database.breakerFailures(),
                database.breakerResetMillis());
    }

    /** Where files are kept; each event loop has a way of its own to it. */
    static FileStore fileStore(Vertx vertx, Config config, Clock clock) {
        Config.Storage storage = config.storage();
        FileStores.S3 bucket = new FileStores.S3(
                storage.endpoint(), storage.bucket(), storage.region(), storage.accessKey(), storage.secretKey());
        return FileStores.of(vertx, storage.folder(), bucket, clock);
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
            database.close();
            return Future.join(
                    vertx.deploymentIDs().stream().map(vertx::undeploy).toList());
        });
    }
}
