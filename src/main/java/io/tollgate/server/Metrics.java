package io.tollgate.server;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.FileDescriptorMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.tollgate.db.Database;
import io.tollgate.log.QueuedAppender;
import io.tollgate.records.TenantGuard;
import io.vertx.core.Vertx;
import io.vertx.micrometer.backends.BackendRegistries;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** What an operator can watch. Every name, and when to worry, is in {@code src/docs/operations.md}. */
public final class Metrics {
    private static final int LOOP_TICK_MILLIS = 100;

    /** Of this gateway; the pools of Vert.x are measured for the whole process. */
    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);

    private final PrometheusMeterRegistry pools = (PrometheusMeterRegistry) BackendRegistries.getDefaultNow();
    private final JvmGcMetrics collections = new JvmGcMetrics();
    private final List<Database> databases = new CopyOnWriteArrayList<>();
    private final Timer loopDelay = Timer.builder("tollgate.event.loop.delay")
            .description("How much later than asked for an event loop ran what was due: the time it was held up.")
            .register(registry);

    public Metrics() {
        new JvmMemoryMetrics().bindTo(registry);
        collections.bindTo(registry);
        new JvmThreadMetrics().bindTo(registry);
        new ProcessorMetrics().bindTo(registry);
        new FileDescriptorMetrics().bindTo(registry);
        new UptimeMetrics().bindTo(registry);
        gauge(
                "tollgate.wall.breaches",
                "Rows of another seller or mode that a statement let through. Anything but 0 is an alarm.",
                TenantGuard::breaches);
        gauge(
                "tollgate.log.dropped",
                "Lines that the log could not take since the program began.",
                QueuedAppender::dropped);
        gauge(
                "tollgate.database.breakers.open",
                "Circuit breakers that keep an event loop's reads or writes from the database now.",
                () -> databases.stream().mapToInt(Database::openBreakers).sum());
    }

    public MeterRegistry registry() {
        return registry;
    }

    /** All values, as Prometheus reads them. */
    String scrape() {
        return registry.scrape() + pools.scrape();
    }

    /** A value that is asked for at each scrape. */
    public void gauge(String name, String about, Supplier<Number> value) {
        Gauge.builder(name, value).description(about).register(registry);
    }

    /** Publishes the expiry of the certificate and whether its files are wrong. */
    public void showCertificates(Certificates certificates) {
        gauge(
                "tollgate.certificate.expires.seconds",
                "When the certificate that the API shows expires, in seconds since 1970.",
                () -> certificates.expires().getEpochSecond());
        gauge(
                "tollgate.certificate.stale",
                "1 while the files of the certificate are wrong, so that the one before is still shown.",
                () -> certificates.stale() ? 1 : 0);
    }

    /** Watches the breakers of one event loop's clients. */
    public void watch(Database database) {
        databases.add(database);
    }

    /** The database clients of all event loops that serve requests. */
    public List<Database> watched() {
        return databases;
    }

    /** Watches how long the event loop on which this is called is held up. */
    public void watchLoop(Vertx vertx) {
        long[] due = {System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(LOOP_TICK_MILLIS)};
        vertx.setPeriodic(LOOP_TICK_MILLIS, timer -> {
            long now = System.nanoTime();
            loopDelay.record(Math.max(0, now - due[0]), TimeUnit.NANOSECONDS);
            due[0] = now + TimeUnit.MILLISECONDS.toNanos(LOOP_TICK_MILLIS);
        });
    }

    public void close() {
        collections.close();
        registry.close();
    }
}
