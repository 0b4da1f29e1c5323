package io.tollgate.platform.webhook;

import io.micrometer.core.instrument.MeterRegistry;
import io.tollgate.platform.clock.Clock;
import io.tollgate.platform.db.Database;
import io.tollgate.platform.db.RowExpiry;
import io.tollgate.platform.event.EventSignals;
import io.tollgate.platform.resource.Scope;
import io.tollgate.platform.server.ContextCall;
import io.tollgate.platform.task.Lane;
import io.tollgate.platform.task.LaneRunner;
import io.tollgate.platform.write.WriteExecutor;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.VerticleBase;
import io.vertx.core.Vertx;
import io.vertx.core.WorkerExecutor;
import io.vertx.core.internal.VertxInternal;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Turns events into deliveries and sends them, on an event loop of its own. */
public final class WebhookVerticle extends VerticleBase {
    private static final Logger LOG = LoggerFactory.getLogger(WebhookVerticle.class);
    private static final int PAUSE_MILLIS = 1_000;
    private static final int PAUSE_AFTER_FAILURE_MILLIS = 5_000;
    private static final int KEY_PAUSE_MILLIS = 60_000;

    /** A signature takes longer than anything else that a delivery needs the processor for. */
    private static final int SIGNERS = 2;

    private static final Duration CLOSE_DEADLINE = Duration.ofSeconds(5);

    private final WebhookSettings settings;
    private final WebhookSecrets secrets;
    private final Clock clock;
    private final MeterRegistry registry;
    private final EventSignals signals;
    private final Function<Vertx, Database> databases;
    private final BiFunction<Vertx, Database, WriteExecutor> writes;
    private final boolean loops;
    private final long pauseMillis;
    private @Nullable WebhookClient client;
    private @Nullable WebhookDeliveries deliveries;
    private @Nullable WebhookFanOut fanOut;
    private @Nullable SigningKeys keys;
    private @Nullable LaneRunner<WebhookDelivery> lane;
    private final PassLoop creating = new PassLoop(this::fanOut, this::isStopped);
    private final PassLoop sending = new PassLoop(this::send, this::isStopped);
    private volatile boolean stopped;

    /**
     * @param databases creates the database clients of an event loop
     * @param writes creates the executor of writes of an event loop
     * @param loops whether deliveries are sent without {@link #deliver}
     */
    public WebhookVerticle(
            WebhookSettings settings,
            WebhookSecrets secrets,
            Clock clock,
            MeterRegistry registry,
            EventSignals signals,
            Function<Vertx, Database> databases,
            BiFunction<Vertx, Database, WriteExecutor> writes,
            boolean loops) {
        this(settings, secrets, clock, registry, signals, databases, writes, loops, PAUSE_MILLIS);
    }

    /** @param pauseMillis between looks for what other processes have left */
    WebhookVerticle(
            WebhookSettings settings,
            WebhookSecrets secrets,
            Clock clock,
            MeterRegistry registry,
            EventSignals signals,
            Function<Vertx, Database> databases,
            BiFunction<Vertx, Database, WriteExecutor> writes,
            boolean loops,
            long pauseMillis) {
        this.pauseMillis = pauseMillis;
        this.settings = settings;
        this.secrets = secrets;
        this.clock = clock;
        this.registry = registry;
        this.signals = signals;
        this.databases = databases;
        this.writes = writes;
        this.loops = loops;
    }

    @Override
    public Future<?> start() {
        Database database = databases.apply(vertx);
        deliveries = new WebhookDeliveries(database);
        fanOut = new WebhookFanOut(database);
        client = new WebhookClient(
                vertx, settings, AddressPolicy.of(settings), ((VertxInternal) vertx).nameResolver()::resolve);
        WorkerExecutor signing = vertx.createSharedWorkerExecutor("webhook-signing", SIGNERS);
        keys = new SigningKeys(database, secrets, signing);
        WebhookSender sender = new WebhookSender(
                deliveries,
                writes.apply(vertx, database),
                client,
                secrets,
                signing,
                new RetrySchedule(bound -> ThreadLocalRandom.current().nextLong(bound + 1)),
                clock,
                loops ? sending::ask : () -> {});
        lane = new LaneRunner<>(Lane.of(WebhookDeliveries.LANE_NAME, settings.max()), sender);
        if (loops && settings.max() > 0) {
            lane.showIn(registry);
            signals.onNumbered(heads -> context.runOnContext(numbered -> creating.ask()));
            // Deliveries of other processes, and those whose pause is over.
            vertx.setPeriodic(0, pauseMillis, timer -> creating.ask());
            vertx.setPeriodic(0, KEY_PAUSE_MILLIS, timer -> createKeys());
            new RowExpiry(database, clock, WebhookDeliveries.expiry(settings.kept())).start(vertx);
        }
        return Future.succeededFuture();
    }

    /**
     * Sends the due deliveries of one scope, whose events are numbered, and returns how many there were. For a verticle
     * without loops.
     */
    public Future<Integer> deliver(Scope scope) {
        return ContextCall.on(
                context,
                () -> Objects.requireNonNull(keys)
                        .createMissing()
                        .compose(done -> Objects.requireNonNull(fanOut).run(scope, clock.now()))
                        .compose(created -> drain(scope)));
    }

    private void createKeys() {
        Objects.requireNonNull(keys)
                .createMissing()
                .onFailure(failure -> LOG.warn("Creating keys of webhooks failed: {}", String.valueOf(failure)));
    }

    /** Returns whether a webhook gets events of a scope. */
    public Future<Boolean> isUsed(Scope scope) {
        return ContextCall.on(context, () -> Objects.requireNonNull(deliveries).isUsed(scope));
    }

    /** Creates deliveries of numbered events. */
    private Future<?> fanOut() {
        return paused(
                "Creating deliveries",
                Objects.requireNonNull(fanOut).behind().compose(this::fanOut).onSuccess(done -> sending.ask()));
    }

    /** Begins deliveries that are due, while slow ones go on. Each that ends asks for the next pass. */
    private Future<?> send() {
        return paused(
                "Delivering",
                Objects.requireNonNull(lane).start(settings.max()).claimed().onSuccess(claimed -> {
                    // There may be more sellers than turns.
                    if (claimed > 0) {
                        sending.ask();
                    }
                }));
    }

    /** Completes with a pass; after a failure only after a pause. */
    private Future<?> paused(String what, Future<?> pass) {
        return pass.recover(failure -> {
            LOG.warn("{} to webhooks failed: {}", what, String.valueOf(failure));
            Promise<Void> pause = Promise.promise();
            vertx.setTimer(PAUSE_AFTER_FAILURE_MILLIS, timer -> pause.complete());
            return pause.future().mapEmpty();
        });
    }

    /** Sends the due deliveries of one scope until none is left that may begin, and returns how many there were. */
    private Future<Integer> drain(Scope scope) {
        LaneRunner<WebhookDelivery> runner = Objects.requireNonNull(lane);
        return runner.run(scope, settings.max())
                .compose(done ->
                        done == 0 ? Future.succeededFuture(0) : drain(scope).map(rest -> rest + done));
    }

    private Future<Void> fanOut(List<Scope> scopes) {
        Future<Void> all = Future.succeededFuture();
        for (Scope scope : scopes) {
            all = all.compose(done -> Objects.requireNonNull(fanOut)
                    .run(scope, clock.now())
                    .<Void>mapEmpty()
                    .recover(failure -> {
                        LOG.warn(
                                "Creating deliveries for seller {} failed: {}",
                                scope.sellerId(),
                                String.valueOf(failure));
                        return Future.succeededFuture();
                    }));
        }
        return all;
    }

    private boolean isStopped() {
        return stopped;
    }

    @Override
    public Future<?> stop() {
        stopped = true;
        Future<Void> ended = lane == null ? Future.succeededFuture() : lane.stop(CLOSE_DEADLINE);
        return ended.onComplete(done -> {
            if (client != null) {
                client.close();
            }
        });
    }
}
