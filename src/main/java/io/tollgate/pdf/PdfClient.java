package io.tollgate.pdf;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.tollgate.error.ApiError;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.WorkerExecutor;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.eventbus.DeliveryOptions;
import io.vertx.core.eventbus.ReplyException;
import io.vertx.core.eventbus.ReplyFailure;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * The way to the workers that draw documents. One for all event loops: what one of them asked for is
 * not drawn again for another. No more jobs are sent than there are workers; the others wait here,
 * where they can be counted and dropped.
 */
public final class PdfClient {
    private static final Duration RETRY_AFTER = Duration.ofSeconds(2);

    private final Vertx vertx;
    private final Settings settings;
    private final Pace pace;
    private final Cache<String, Buffer> kept;
    private final Map<String, Job> inFlight = new HashMap<>();
    private final ArrayDeque<Job> waiting = new ArrayDeque<>();
    private final WorkerExecutor workers;
    private int running;
    private int preparing;

    /**
     * @param workers how many jobs run at a time
     * @param queueMax how many more may wait
     * @param timeoutMillis from the request to the bytes
     * @param restMillis how long a worker rests before each page while callers want something else
     * @param keptBytesMax of finished documents
     */
    public record Settings(int workers, int queueMax, int timeoutMillis, int restMillis, long keptBytesMax) {}

    /** One rendering, and everybody who waits for it. */
    private static final class Job {
        private final PdfRequest request;
        private final Promise<Buffer> result = Promise.promise();
        private long started;
        private long timer;

        private Job(PdfRequest request) {
            this.request = request;
        }
    }

    public PdfClient(Vertx vertx, Settings settings) {
        this.vertx = vertx;
        this.settings = settings;
        this.pace = new Pace(Duration.ofMillis(settings.restMillis()));
        this.workers = vertx.createSharedWorkerExecutor(PdfVerticle.POOL, settings.workers());
        this.kept = Caffeine.newBuilder()
                .maximumWeight(settings.keptBytesMax())
                .weigher((String digest, Buffer bytes) -> bytes.length() + 200)
                .build();
    }

    /** Of whoever draws for this client. */
    public Pace pace() {
        return pace;
    }

    int workers() {
        return settings.workers();
    }

    /** The document, if it is at hand. */
    public @Nullable Buffer kept(String digest) {
        return kept.getIfPresent(digest);
    }

    /**
     * The document. 503 when too many wait already, or when it takes too long. The result arrives on
     * the caller's own event loop.
     */
    public Future<Buffer> render(PdfRequest request) {
        Buffer ready = kept(request.digest());
        if (ready != null) {
            return Future.succeededFuture(ready);
        }
        var context = vertx.getOrCreateContext();
        Promise<Buffer> answer = Promise.promise();
        Job job;
        synchronized (this) {
            job = inFlight.get(request.digest());
            if (job == null) {
                if (running >= settings.workers() && waiting.size() >= settings.queueMax()) {
                    return Future.failedFuture(ApiError.unavailable(RETRY_AFTER));
                }
                job = accept(request);
            }
        }
        job.result.future().onComplete(result -> context.runOnContext(nothing -> answer.handle(result)));
        return answer.future();
    }

    /**
     * Finds out, on a worker, what is to be drawn: putting together what a thousand tickets show takes
     * longer than an event loop may be held up. 503 where the document could not be drawn anyway, or
     * no worker comes to it in time.
     */
    public <T> Future<T> prepare(Callable<T> work) {
        synchronized (this) {
            if (preparing + pending() >= settings.workers() + settings.queueMax()) {
                return Future.failedFuture(ApiError.unavailable(RETRY_AFTER));
            }
            preparing++;
        }
        long end = System.nanoTime() + settings.timeoutMillis() * 1_000_000L;
        return workers.executeBlocking(
                        () -> {
                            Background.enter();
                            if (System.nanoTime() - end > 0) {
                                throw ApiError.unavailable(RETRY_AFTER);
                            }
                            return work.call();
                        },
                        false)
                .onComplete(done -> prepared());
    }

    private synchronized void prepared() {
        preparing--;
    }

    private Job accept(PdfRequest request) {
        Job job = new Job(request);
        job.started = System.nanoTime();
        job.timer = vertx.setTimer(settings.timeoutMillis(), id -> expire(job));
        inFlight.put(request.digest(), job);
        if (running < settings.workers()) {
            running++;
            send(job);
        } else {
            waiting.add(job);
        }
        return job;
    }

    private void send(Job job) {
        long spent = (System.nanoTime() - job.started) / 1_000_000;
        long left = Math.max(1, settings.timeoutMillis() - spent);
        DeliveryOptions options = new DeliveryOptions()
                .setSendTimeout(left + 1_000)
                .addHeader(PdfVerticle.TEMPLATE, job.request.template())
                .addHeader(PdfVerticle.DIGEST, job.request.digest())
                .addHeader(PdfVerticle.LIMIT_MILLIS, Long.toString(left));
        vertx.eventBus()
                .<Buffer>request(PdfVerticle.ADDRESS, job.request.content(), options)
                .onSuccess(reply -> finish(job, reply.body()))
                .onFailure(failure -> {
                    release(job);
                    job.result.tryFail(isTransient(failure) ? ApiError.unavailable(RETRY_AFTER) : failure);
                });
    }

    private void finish(Job job, Buffer bytes) {
        kept.put(job.request.digest(), bytes);
        release(job);
        job.result.tryComplete(bytes);
    }

    private static boolean isTransient(Throwable failure) {
        return failure instanceof ReplyException reply
                && (reply.failureType() != ReplyFailure.RECIPIENT_FAILURE
                        || reply.failureCode() == PdfVerticle.TOO_LATE);
    }

    /** A worker is free again: the longest waiting job has it. */
    private void release(Job job) {
        vertx.cancelTimer(job.timer);
        Job next;
        synchronized (this) {
            inFlight.remove(job.request.digest(), job);
            next = waiting.poll();
            if (next == null) {
                running--;
            }
        }
        if (next != null) {
            send(next);
        }
    }

    /** Nobody waits longer; a job that has not begun is not begun any more. */
    private void expire(Job job) {
        synchronized (this) {
            inFlight.remove(job.request.digest(), job);
            waiting.remove(job);
        }
        job.result.tryFail(ApiError.unavailable(RETRY_AFTER));
    }

    /** How many jobs run or wait. */
    public synchronized int pending() {
        return running + waiting.size();
    }
}
