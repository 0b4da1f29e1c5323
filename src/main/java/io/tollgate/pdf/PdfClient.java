package io.tollgate.pdf;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.RemovalCause;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.http.ApiResponse;
import io.tollgate.platform.http.Download;
import io.tollgate.platform.http.StoredBody;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.WorkerExecutor;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.eventbus.DeliveryOptions;
import io.vertx.core.eventbus.ReplyException;
import io.vertx.core.eventbus.ReplyFailure;
import io.vertx.ext.web.RoutingContext;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Sends documents to the workers that draw them, and caches the results. All event loops share one client, so that
 * concurrent requests for the same document are drawn once. The client sends as many jobs as there are workers; further
 * jobs wait in its queue.
 */
public final class PdfClient {
    /** The bound on finished documents in temporary files. */
    private static final long KEPT_FILE_BYTES_MAX = 256L << 20;

    private static final Duration RETRY_AFTER = Duration.ofSeconds(2);

    private final Vertx vertx;
    private final PdfSettings settings;
    private final RenderThrottle throttle;

    /** Documents in memory. */
    private final Cache<String, StoredBody> small;

    /** Documents in temporary files, by their bytes on disk. */
    private final Cache<String, StoredBody> large;

    private final Map<String, Job> inFlight = new HashMap<>();
    private final ArrayDeque<Job> waiting = new ArrayDeque<>();
    private final WorkerExecutor workers;
    private int running;
    private int preparing;

    /** One rendering and the requests that wait for it. */
    private static final class Job {
        private final PdfRequest request;
        private final Promise<StoredBody> result = Promise.promise();
        private long started;
        private long timer;

        private Job(PdfRequest request) {
            this.request = request;
        }
    }

    /**
     * @param keptBytesMax bound on finished documents in memory
     * @param nanosSinceRequest the time since the last request for anything but a document; rendering yields to them
     */
    public PdfClient(Vertx vertx, PdfSettings settings, long keptBytesMax, LongSupplier nanosSinceRequest) {
        this.vertx = vertx;
        this.settings = settings;
        this.throttle = new RenderThrottle(Duration.ofMillis(settings.restMillis()), nanosSinceRequest);
        this.workers = vertx.createSharedWorkerExecutor(PdfVerticle.POOL, settings.workers());
        this.small = kept(keptBytesMax);
        this.large = kept(KEPT_FILE_BYTES_MAX);
    }

    /** Creates a cache, which holds a reference to each body in it. */
    private static Cache<String, StoredBody> kept(long bytesMax) {
        return Caffeine.newBuilder()
                .maximumWeight(bytesMax)
                .weigher((String digest, StoredBody body) -> (int) Math.min(Integer.MAX_VALUE, body.length() + 200))
                .executor(Runnable::run)
                .removalListener(PdfClient::removed)
                .build();
    }

    private static void removed(@Nullable String digest, @Nullable StoredBody body, RemovalCause cause) {
        if (body != null) {
            body.release();
        }
    }

    /** Returns the throttle of this client's workers. */
    RenderThrottle throttle() {
        return throttle;
    }

    int workers() {
        return settings.workers();
    }

    /** Returns a finished document, which the caller releases, or null if it must be rendered. */
    public @Nullable StoredBody kept(String digest) {
        StoredBody body = small.getIfPresent(digest);
        if (body == null) {
            body = large.getIfPresent(digest);
        }
        return body != null && body.retain() ? body : null;
    }

    /**
     * Returns the document, which the caller releases. Fails with 503 if too many documents wait already, or if this
     * one takes too long. The result arrives on the caller's own event loop.
     */
    public Future<StoredBody> render(PdfRequest request) {
        StoredBody ready = kept(request.digest());
        if (ready != null) {
            return Future.succeededFuture(ready);
        }
        var context = vertx.getOrCreateContext();
        Promise<StoredBody> answer = Promise.promise();
        synchronized (this) {
            Job job = inFlight.get(request.digest());
            if (job == null) {
                if (running >= settings.workers() && waiting.size() >= settings.queueMax()) {
                    return Future.failedFuture(ApiError.unavailable(RETRY_AFTER));
                }
                job = accept(request);
            }
            // Registered inside the lock, so that a job that ends meanwhile still counts this reference to its body.
            job.result
                    .future()
                    .map(PdfClient::used)
                    .onComplete(result -> context.runOnContext(any -> answer.handle(result)));
        }
        return answer.future();
    }

    /** Returns the response with a document, or 304 if the caller has it. */
    public Future<ApiResponse> respond(RoutingContext ctx, PdfRequest request, Download download) {
        return download.isKnownTo(ctx)
                ? Future.succeededFuture(download.notModified())
                : render(request).map(body -> download.answer(ctx.request(), body));
    }

    /** Returns the document as a file in memory; null if it has more bytes than the limit. */
    public Future<@Nullable PdfFile> file(PdfRequest request, String name, int limit) {
        return render(request).compose(body -> {
            if (body.length() > limit) {
                body.release();
                return Future.succeededFuture(null);
            }
            Buffer memory = body.memory();
            Future<Buffer> bytes = memory == null
                    ? workers.executeBlocking(() -> body.read(0, Math.toIntExact(body.length())), false)
                    : Future.succeededFuture(memory);
            return bytes.map(all -> new PdfFile(name, all)).onComplete(read -> body.release());
        });
    }

    /** Adds a reference to the body before its job releases it. */
    private static StoredBody used(StoredBody body) {
        body.retain();
        return body;
    }

    /**
     * Runs the preparation of a document on a worker, because collecting the content of 1,000 tickets would block an
     * event loop. Fails with 503 if the queue is full or the work takes too long.
     */
    public <T> Future<T> prepare(Callable<T> work) {
        synchronized (this) {
            if (preparing + pending() >= settings.jobsMax()) {
                return Future.failedFuture(ApiError.unavailable(RETRY_AFTER));
            }
            preparing++;
        }
        long end = System.nanoTime() + settings.timeoutMillis() * 1_000_000L;
        return workers.executeBlocking(
                        () -> {
                            IdlePriority.ensure();
                            if (System.nanoTime() - end > 0) {
                                throw ApiError.unavailable(RETRY_AFTER);
                            }
                            return work.call();
                        },
                        false)
                .onComplete(done -> prepared())
                .timeout(settings.timeoutMillis(), TimeUnit.MILLISECONDS)
                .recover(failure -> Future.failedFuture(
                        failure instanceof TimeoutException ? ApiError.unavailable(RETRY_AFTER) : failure));
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
                .<StoredBody>request(PdfVerticle.ADDRESS, job.request.content(), options)
                .onSuccess(reply -> finish(job, reply.body()))
                .onFailure(failure -> {
                    release(job);
                    job.result.tryFail(isTransient(failure) ? ApiError.unavailable(RETRY_AFTER) : failure);
                });
    }

    /** Takes ownership of the body from the worker. */
    private void finish(Job job, StoredBody body) {
        body.retain();
        (body.isFile() ? large : small).put(job.request.digest(), body);
        release(job);
        job.result.tryComplete(body);
        body.release();
    }

    private static boolean isTransient(Throwable failure) {
        return failure instanceof ReplyException reply
                && (reply.failureType() != ReplyFailure.RECIPIENT_FAILURE
                        || reply.failureCode() == PdfVerticle.TRANSIENT);
    }

    /** Ends a job and sends the one that has waited longest. */
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

    /** Fails a job that took too long, and removes it from the queue if it has not started. */
    private void expire(Job job) {
        synchronized (this) {
            inFlight.remove(job.request.digest(), job);
            waiting.remove(job);
        }
        job.result.tryFail(ApiError.unavailable(RETRY_AFTER));
    }

    /** Returns the number of jobs that run or wait. */
    public synchronized int pending() {
        return running + waiting.size();
    }
}
