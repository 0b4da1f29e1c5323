package io.tollgate.platform.mail;

import io.micrometer.core.instrument.MeterRegistry;
import io.tollgate.platform.clock.Clock;
import io.tollgate.platform.db.Database;
import io.tollgate.platform.db.RowExpiry;
import io.tollgate.platform.resource.Scope;
import io.tollgate.platform.server.ContextCall;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.VerticleBase;
import io.vertx.core.Vertx;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Delivers the messages of the outbox on an event loop of its own. */
public final class MailVerticle extends VerticleBase {
    private static final Logger LOG = LoggerFactory.getLogger(MailVerticle.class);
    private static final int PAUSE_MILLIS = 1_000;
    private static final int PAUSE_AFTER_FAILURE_MILLIS = 5_000;
    private static final int MEASURE_PAUSE_MILLIS = 10_000;

    private final MailSettings settings;
    private final Clock clock;
    private final MeterRegistry registry;
    private final BiFunction<Vertx, Database, MailRenderer> renderers;
    private final Function<Vertx, Database> databases;
    private final boolean loops;
    private final Promise<OutboxPages> pages = Promise.promise();
    private @Nullable SmtpTransport transport;
    private @Nullable MailDelivery delivery;
    private volatile boolean stopped;

    /**
     * @param databases creates the database clients of an event loop
     * @param renderers creates the renderer of an event loop
     * @param loops whether messages are delivered without {@link #deliver}
     */
    public MailVerticle(
            MailSettings settings,
            Clock clock,
            MeterRegistry registry,
            Function<Vertx, Database> databases,
            BiFunction<Vertx, Database, MailRenderer> renderers,
            boolean loops) {
        this.settings = settings;
        this.clock = clock;
        this.registry = registry;
        this.databases = databases;
        this.renderers = renderers;
        this.loops = loops;
    }

    /** Returns the pages of the outbox, once this verticle is deployed. */
    public Future<OutboxPages> pages() {
        return pages.future();
    }

    @Override
    public Future<?> start() {
        Database database = databases.apply(vertx);
        MailRenderer renderer = renderers.apply(vertx, database);
        MailMetrics metrics = new MailMetrics(registry);
        transport = settings.sends() ? new SmtpTransport(vertx, settings) : null;
        delivery = new MailDelivery(new MailStore(database), renderer, transport, clock, settings, metrics);
        if (loops) {
            delivery.showIn(registry);
            deliver(delivery);
            measure(metrics, database);
            vertx.setPeriodic(MEASURE_PAUSE_MILLIS, timer -> measure(metrics, database));
            new RowExpiry(database, clock, MailStore.expiry(settings.kept())).start(vertx);
        }
        pages.complete(new OutboxPages(vertx, context, new OutboxList(database), renderer, settings.sends()));
        return Future.succeededFuture();
    }

    /** Delivers the due messages of one scope, and returns how many there were. For a verticle without loops. */
    public Future<Integer> deliver(Scope scope) {
        return ContextCall.on(context, () -> Objects.requireNonNull(delivery).run(scope));
    }

    @Override
    public Future<?> stop() {
        stopped = true;
        Future<Void> delivered = delivery == null ? Future.succeededFuture() : delivery.finish();
        return delivered.onComplete(done -> {
            if (transport != null) {
                transport.close();
            }
        });
    }

    private void measure(MailMetrics metrics, Database database) {
        metrics.measure(database, clock)
                .onFailure(failure -> LOG.debug("Measuring the outbox failed: {}", String.valueOf(failure)));
    }

    private void deliver(MailDelivery messages) {
        messages.begin().onComplete(result -> {
            if (result.failed()) {
                LOG.warn("Delivering e-mail failed: {}", String.valueOf(result.cause()));
            }
            if (!stopped) {
                int pause = result.failed() ? PAUSE_AFTER_FAILURE_MILLIS : PAUSE_MILLIS;
                vertx.setTimer(pause, timer -> deliver(messages));
            }
        });
    }
}
