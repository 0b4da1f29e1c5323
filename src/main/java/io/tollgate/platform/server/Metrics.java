package io.tollgate.platform.server;

import io.micrometer.core.instrument.FunctionCounter;
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
import io.tollgate.platform.db.Database;
import io.tollgate.platform.log.QueuedAppender;
import io.tollgate.platform.records.TenantGuard;
import io.vertx.core.Vertx;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** The metrics for operators. {@code src/docs/operations.md} documents every name and its alarm threshold. */
public final class Metrics {
    private static final int LOOP_TICK_MILLIS = 100;

    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);

    private final JvmGcMetrics collections = new JvmGcMetrics();
    private final List<Database> databases = new CopyOnWriteArrayList<>();
    private final Timer loopDelay = Timer.builder("tollgate.event.loop.delay")
            .description("Delay of a timer on an event loop: the time for which the loop was blocked.")
            .register(registry);

    public Metrics() {
        new JvmMemoryMetrics().bindTo(registry);
        collections.bindTo(registry);
        new JvmThreadMetrics().bindTo(registry);
        new ProcessorMetrics().bindTo(registry);
        new FileDescriptorMetrics().bindTo(registry);
        new UptimeMetrics().bindTo(registry);
        counter(
                "tollgate.tenant.violations",
                "Rows of another seller or mode that a statement returned. Any value but 0 is an alarm.",
                TenantGuard::violations);
        counter("tollgate.log.dropped", "Log lines dropped since the process started.", QueuedAppender::dropped);
        gauge(
                "tollgate.database.breakers.open",
                "Open circuit breakers of the event loops' database clients.",
                () -> databases.stream().mapToInt(Database::openBreakers).sum());
    }

    public MeterRegistry registry() {
        return registry;
    }

    /** Returns all metrics in the Prometheus text format. */
    String scrape() {
        return registry.scrape();
    }

    /** Registers a gauge whose value is read at each scrape. */
    public void gauge(String name, String about, Supplier<Number> value) {
        Gauge.builder(name, value).description(about).register(registry);
    }

    /** Registers a counter whose value is read at each scrape; Prometheus adds {@code _total} to the name. */
    private void counter(String name, String about, Supplier<Number> value) {
        FunctionCounter.builder(name, this, metrics -> value.get().doubleValue())
                .description(about)
                .register(registry);
    }

    /** Registers the expiry of the certificate and whether its files are invalid. */
    public void showCertificates(Certificates certificates) {
        gauge(
                "tollgate.certificate.expiry.timestamp.seconds",
                "Expiry time of the TLS certificate, in seconds since 1970.",
                () -> certificates.expires().getEpochSecond());
        gauge(
                "tollgate.certificate.stale",
                "1 while the certificate files are invalid and the previous certificate stays in use.",
                () -> certificates.stale() ? 1 : 0);
    }

    /** Registers the circuit breakers of one event loop's database clients. */
    public void watch(Database database) {
        databases.add(database);
    }

    /** Returns the database clients of all event loops that serve requests. */
    public List<Database> watched() {
        return databases;
    }

    /** Measures the delay of timers on the current event loop. */
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
