package io.tollgate.app;

import io.tollgate.catalog.model.json.CatalogDecoder;
import io.tollgate.dashboard.Dashboard;
import io.tollgate.pdf.PdfClient;
import io.tollgate.platform.clock.Clock;
import io.tollgate.platform.config.ReservedPort;
import io.tollgate.platform.db.Database;
import io.tollgate.platform.db.DatabaseClock;
import io.tollgate.platform.db.Migrations;
import io.tollgate.platform.db.SessionCheck;
import io.tollgate.platform.mail.MailVerticle;
import io.tollgate.platform.resource.Scope;
import io.tollgate.platform.secret.Secrets;
import io.tollgate.platform.server.CertificateFiles;
import io.tollgate.platform.server.Certificates;
import io.tollgate.platform.server.Connections;
import io.tollgate.platform.server.DrainSettings;
import io.tollgate.platform.server.Management;
import io.tollgate.platform.server.Metrics;
import io.tollgate.platform.server.Readiness;
import io.tollgate.platform.server.ShutdownDrain;
import io.tollgate.sales.ticket.TicketPdf;
import io.tollgate.storefront.mails.OrderMails;
import io.tollgate.storefront.pages.Storefront;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.micrometer.Label;
import io.vertx.micrometer.MetricsDomain;
import io.vertx.micrometer.MicrometerMetricsFactory;
import io.vertx.micrometer.MicrometerMetricsOptions;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A gateway: builds all components from the settings and the outside, and starts and stops them. Tests use it too. */
public final class Gateway {
    private static final Logger LOG = LoggerFactory.getLogger(Gateway.class);
    private static final int MIGRATION_RETRY_MILLIS = 500;
    private static final int READINESS_POLL_MILLIS = 5_000;
    private static final int CLOCK_POLL_MILLIS = 5_000;
    private static final int WARM_UP_MILLIS_MAX = 1_000;
    private static final long SAMPLE_HEAP_MIN = 192L << 20;
    private static final int BLOCKED_MILLIS = 200;
    private static final int BLOCKED_TRACE_MILLIS = 1_000;
    private static final Set<String> DISABLED_METRICS = Arrays.stream(MetricsDomain.values())
            .filter(domain -> domain != MetricsDomain.NAMED_POOLS)
            .map(MetricsDomain::toCategory)
            .collect(Collectors.toSet());

    private final Vertx vertx;
    private final Config config;
    private final Outside outside;
    private final Clock clock;
    private final DatabaseClock databaseClock;
    private final Secrets secrets;
    private final ShutdownDrain drain;
    private final Metrics metrics;
    private final @Nullable Certificates certificates;
    private final Database database;
    private final Readiness readiness;
    private final Management management;
    private volatile long readinessTimer;
    private volatile long clockTimer;
    private volatile Migrations.@Nullable Outcome migrated;
    private volatile boolean warm;
    private volatile @Nullable Components components;
    private @Nullable Future<BackgroundSteps> steps;

    private Gateway(Vertx vertx, Metrics metrics, Config config, Outside outside, Secrets secrets) {
        this.vertx = vertx;
        this.metrics = metrics;
        this.config = config;
        this.outside = outside;
        this.secrets = secrets;
        this.drain = new ShutdownDrain(
                new Connections(config.limits(), config.server().trustedProxies()));
        this.database = new Database(vertx, outside.database());
        this.databaseClock = new DatabaseClock(database);
        this.clock = outside.clock() == null ? databaseClock : outside.clock();
        CertificateFiles tls = config.server().tls();
        this.certificates = tls.enabled() ? new Certificates(vertx, tls, clock) : null;
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
     * Creates the Vertx of a gateway: native transport, and pool metrics beside those of the gateway. A blocked event
     * loop is logged after 200 ms, and with its stack trace after 1 s.
     */
    public static Vertx vertx(Metrics metrics) {
        MicrometerMetricsOptions options = new MicrometerMetricsOptions()
                .setEnabled(true)
                // Of two Vertx with one name, the second would use the registry of the first.
                .setRegistryName(UUID.randomUUID().toString())
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
                        .setMetricsOptions(options))
                .withMetrics(new MicrometerMetricsFactory(metrics.registry()))
                .build();
    }

    /**
     * Migrates the database and starts serving. If the database is unreachable, the gateway serves 503 until it is
     * reachable if the settings say to wait; otherwise the start fails.
     */
    public static Future<Gateway> start(Vertx vertx, Metrics metrics, Config config) {
        return start(vertx, metrics, config, Outside.of(config));
    }

    /** Starts a gateway with another outside than the one that the settings name. */
    public static Future<Gateway> start(Vertx vertx, Metrics metrics, Config config, Outside outside) {
        // Links contain the port and all event loops share it, so it must be known before the first one listens.
        ReservedPort port = ReservedPort.orGiven(config.server().port());
        ReservedPort managementPort = ReservedPort.orGiven(config.server().managementPort());
        Config taken = config.withPorts(port.port(), managementPort.port());
        Gateway gateway = new Gateway(vertx, metrics, taken, outside, config.secrets(false));
        OpenFilesCheck.check(taken);
        Future<Void> migrations = config.waitForDatabase() ? gateway.migrateWithRetry() : gateway.migrate();
        return migrations.compose(done -> gateway.serve()).map(gateway).onComplete(done -> {
            port.close();
            managementPort.close();
        });
    }

    private Future<Void> migrate() {
        Future<Void> sessions = SessionCheck.check(vertx, config.database());
        return vertx.executeBlocking(() -> DatabasePreparation.run(config.database(), secrets))
                .compose(outcome -> sessions.map(outcome))
                .onSuccess(outcome -> new PoolCheck(config).check(database))
                .compose(outcome -> databaseClock.refresh().onComplete(asked -> migrated = outcome));
    }

    /** Retries the migration until it succeeds, without delaying the start. */
    private Future<Void> migrateWithRetry() {
        migrate().onFailure(failure -> {
            LOG.warn("The database cannot be migrated yet: {}", failure.getMessage());
            vertx.setTimer(MIGRATION_RETRY_MILLIS, timer -> migrateWithRetry());
        });
        return Future.succeededFuture();
    }

    private Future<Void> serve() {
        Components shared = new Components(vertx, config, outside, clock, secrets, drain, metrics, certificates);
        components = shared;
        showMetrics();
        return shared.deployWorkers()
                .compose(deployed -> vertx.deployVerticle(
                        () -> new ApiVerticle(shared), new DeploymentOptions().setInstances(config.eventLoops())))
                .compose(deployed -> outside.hasLoops()
                        ? vertx.deployVerticle(new BackgroundVerticle(shared))
                        : Future.succeededFuture())
                .compose(deployed -> shared.deployRequestLog())
                .compose(deployed -> shared.deployWebhooks())
                .compose(deployed -> shared.deployMail())
                .compose(MailVerticle::pages)
                .onSuccess(management::add)
                .compose(deployed -> management.listen(config.server().managementHost(), managementPort()))
                .compose(listening -> warmUp(shared.pdf))
                .mapEmpty();
    }

    /**
     * Renders a sample PDF and loads decoders, because their first use would delay the first requests. Readiness
     * waits at most 1 s for this. A small heap skips the sample.
     */
    private Future<?> warmUp(PdfClient pdf) {
        Future<Void> decoders = vertx.executeBlocking(() -> {
            CatalogDecoder.prepare();
            Storefront.prepare();
            Dashboard.prepare();
            OrderMails.prepare();
            return null;
        });
        Future<?> sample = Runtime.getRuntime().maxMemory() < SAMPLE_HEAP_MIN
                ? Future.succeededFuture()
                : pdf.render(TicketPdf.sample());
        return Future.join(sample, decoders)
                .timeout(WARM_UP_MILLIS_MAX, TimeUnit.MILLISECONDS)
                .onFailure(failure -> LOG.info("Starting without a complete warm-up: {}", failure.toString()))
                .otherwiseEmpty()
                .onSuccess(done -> warm = true);
    }

    /**
     * Does what is due now in one scope until nothing is left: renewals and events of the simulator, tasks and e-mail.
     * For a gateway without background loops. Fails if the work does not end.
     */
    public Future<BackgroundSteps.Done> settle(Scope scope) {
        return steps().compose(work -> work.settle(scope));
    }

    /** Numbers all events of one scope. For a gateway without background loops. */
    public Future<Void> numberEvents(Scope scope) {
        return steps().compose(work -> work.number(scope));
    }

    /** Runs the due tasks of one scope, and returns how many there were. For a gateway without background loops. */
    public Future<Integer> runTasks(Scope scope) {
        return steps().compose(work -> work.runTasks(scope));
    }

    /** Writes the calls of the API that have ended to the request log. For a gateway without background loops. */
    public Future<Void> writeRequestLog() {
        return Objects.requireNonNull(components).requestLog().flush();
    }

    /** Creates and drops days of the request log. For a gateway without background loops. */
    public Future<Void> moveRequestLog() {
        return steps().compose(BackgroundSteps::moveRequestLog);
    }

    /** Deletes the records of one scope that are no longer kept. For a gateway without background loops. */
    public Future<Integer> deleteExpired(Scope scope) {
        return steps().compose(work -> work.deleteExpired(scope));
    }

    private synchronized Future<BackgroundSteps> steps() {
        if (steps == null) {
            BackgroundSteps created = new BackgroundSteps(Objects.requireNonNull(components));
            steps = vertx.deployVerticle(created).map(created);
        }
        return steps;
    }

    /** Registers the metrics of the shared components and starts their periodic checks. */
    private void showMetrics() {
        if (outside.hasLoops()) {
            readinessTimer = vertx.setPeriodic(0, READINESS_POLL_MILLIS, timer -> readiness.reasons());
            clockTimer = vertx.setPeriodic(CLOCK_POLL_MILLIS, timer -> databaseClock.refresh());
        }
        metrics.gauge("tollgate.ready", "1 while the gateway can serve requests.", () -> readiness.wasReady() ? 1 : 0);
        metrics.gauge("tollgate.connections", "Open connections to the API.", drain::connections);
        metrics.gauge(
                "tollgate.schema.unknown.steps",
                "Schema migrations that a newer version applied and this version does not know.",
                () -> migrated == null ? Double.NaN : migrated.unknown());
    }

    public int port() {
        return config.server().port();
    }

    public int managementPort() {
        return config.server().managementPort();
    }

    /** Drains and closes what this gateway opened. The given Vertx stays open. */
    public Future<Void> stop() {
        drain.begin();
        DrainSettings phases = config.drain();
        Future<?> noticed = phases.drainDelaySeconds() == 0
                ? Future.succeededFuture()
                : vertx.timer(phases.drainDelaySeconds(), TimeUnit.SECONDS);
        Future<Void> drained = noticed.compose(waited -> drain.drain(phases.drainSeconds()));
        return drained.eventually(management::close).eventually(() -> {
            vertx.cancelTimer(readinessTimer);
            vertx.cancelTimer(clockTimer);
            if (certificates != null) {
                certificates.close();
            }
            Components served = components;
            if (served != null) {
                served.log.summarize();
            }
            database.close();
            metrics.close();
            return Future.join(
                    vertx.deploymentIDs().stream().map(vertx::undeploy).toList());
        });
    }
}
