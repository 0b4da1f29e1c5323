package io.tollgate.platform.requestlog;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.tollgate.platform.db.Database;
import io.tollgate.platform.server.ContextCall;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.Vertx;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes the request log of this process on an event loop of its own: each second, and when a batch is complete. */
public final class RequestLogVerticle extends VerticleBase {
    private static final Logger LOG = LoggerFactory.getLogger(RequestLogVerticle.class);
    private static final int PAUSE_MILLIS = 1_000;

    /** How long a shutdown waits until the queue is written. */
    private static final int STOP_MILLIS_MAX = 3_000;

    private final RequestQueue queue;
    private final Function<Vertx, Database> databases;
    private final boolean loops;
    private @Nullable RequestLogWriter writer;
    private boolean failed;

    /**
     * @param databases creates the database clients of an event loop
     * @param loops whether the queue is written without {@link #flush}
     */
    public RequestLogVerticle(
            RequestQueue queue, Function<Vertx, Database> databases, boolean loops, MeterRegistry registry) {
        this.queue = queue;
        this.databases = databases;
        this.loops = loops;
        count(
                registry,
                "tollgate.request.log.written",
                "Calls that were written to the request log.",
                RequestQueue::written);
        count(
                registry,
                "tollgate.request.log.dropped",
                "Calls that are missing in the request log, because its queue was full or Postgres away.",
                RequestQueue::dropped);
    }

    private void count(MeterRegistry registry, String name, String about, ToDoubleFunction<RequestQueue> value) {
        FunctionCounter.builder(name, queue, value).description(about).register(registry);
    }

    @Override
    public Future<?> start() {
        writer = new RequestLogWriter(queue, databases.apply(vertx));
        if (loops) {
            vertx.setPeriodic(PAUSE_MILLIS, timer -> write());
            queue.onBatch(() -> context.runOnContext(complete -> write()));
        }
        return Future.succeededFuture();
    }

    /** Writes the queue. Logs the first of several failures, because each further second has the same. */
    private void write() {
        Objects.requireNonNull(writer).write().onComplete(done -> {
            if (done.failed() && !failed) {
                LOG.warn("The request log cannot be written, and waits: {}", String.valueOf(done.cause()));
            }
            failed = done.failed();
        });
    }

    /** Writes the queue. Fails if the database cannot be reached. */
    public Future<Void> flush() {
        return ContextCall.on(context, () -> Objects.requireNonNull(writer).write());
    }

    @Override
    public Future<?> stop() {
        queue.onBatch(() -> {});
        RequestLogWriter last = Objects.requireNonNull(writer);
        return last.write()
                .compose(current -> last.write())
                .timeout(STOP_MILLIS_MAX, TimeUnit.MILLISECONDS)
                .recover(failure -> {
                    LOG.warn("{} calls are missing in the request log: {}", last.abandon(), String.valueOf(failure));
                    return Future.succeededFuture();
                });
    }
}
