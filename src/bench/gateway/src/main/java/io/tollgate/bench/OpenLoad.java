package io.tollgate.bench;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.PoolOptions;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * Callers who do not wait for each other: requests leave at a fixed rate, whatever became of those
 * before, and the time of each counts from when it was to leave. A server that stalls is charged for
 * everything that waited meanwhile.
 */
final class OpenLoad implements AutoCloseable {
    private static final int CONNECTIONS = 64;

    /** Less than the server's: who uses a connection in the moment in which it is closed gets no answer. */
    private static final int IDLE_SECONDS = 10;

    private final Vertx vertx = Vertx.vertx();
    private final HttpClient client = vertx.createHttpClient(
            new HttpClientOptions().setKeepAliveTimeout(IDLE_SECONDS),
            new PoolOptions().setHttp1MaxSize(CONNECTIONS).setEventLoopSize(1));
    private final String host;
    private final int port;
    private final String key;

    /** What came of a load. */
    record Result(double perSecond, double p50Millis, double p99Millis, double worstMillis) {}

    OpenLoad(String host, int port, String key) {
        this.host = host;
        this.port = port;
        this.key = key;
    }

    /** As many as the server answers, with so many under way at a time. */
    double capacity(List<String> paths, int underWay, int seconds) {
        AtomicInteger done = new AtomicInteger();
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        CountDownLatch left = new CountDownLatch(underWay);
        for (int i = 0; i < underWay; i++) {
            again(paths, i, end, done, left);
        }
        await(left);
        return done.get() / (double) seconds;
    }

    private void again(List<String> paths, int turn, long end, AtomicInteger done, CountDownLatch left) {
        if (System.nanoTime() - end > 0) {
            left.countDown();
            return;
        }
        get(paths.get(turn % paths.size())).onComplete(answer -> {
            done.incrementAndGet();
            again(paths, turn + 1, end, done, left);
        });
    }

    /** A second that does not count, after which all goes its way, and then those that do. */
    Result steady(List<String> paths, int perSecond, int seconds, Runnable begin) {
        // A pause of this program would be charged to the server.
        System.gc();
        run(paths, perSecond, 1);
        begin.run();
        return run(paths, perSecond, seconds);
    }

    Result run(List<String> paths, int perSecond, int seconds) {
        int count = perSecond * seconds;
        long[] took = new long[count];
        AtomicInteger failed = new AtomicInteger();
        CountDownLatch left = new CountDownLatch(count);
        long begin = System.nanoTime();
        for (int i = 0; i < count; i++) {
            long due = begin + i * 1_000_000_000L / perSecond;
            for (long rest = due - System.nanoTime(); rest > 0; rest = due - System.nanoTime()) {
                LockSupport.parkNanos(rest);
            }
            int number = i;
            get(paths.get(i % paths.size())).onComplete(answer -> {
                took[number] = System.nanoTime() - due;
                if (answer.failed()) {
                    failed.incrementAndGet();
                }
                left.countDown();
            });
        }
        await(left);
        if (failed.get() > 0) {
            throw new IllegalStateException(failed.get() + " of " + count + " requests failed");
        }
        Arrays.sort(took);
        return new Result(perSecond, took[count / 2] / 1e6, took[(int) (count * 0.99)] / 1e6, took[count - 1] / 1e6);
    }

    /** The bytes of a 200. */
    Future<Buffer> get(String path) {
        return client.request(HttpMethod.GET, port, host, path)
                .compose(request ->
                        request.putHeader("Authorization", "Bearer " + key).send())
                .compose(OpenLoad::read);
    }

    private static Future<Buffer> read(HttpClientResponse response) {
        return response.body()
                .compose(body -> response.statusCode() == 200
                        ? Future.succeededFuture(body)
                        : Future.failedFuture(response.statusCode() + ": " + body));
    }

    private static void await(CountDownLatch latch) {
        try {
            if (!latch.await(2, TimeUnit.MINUTES)) {
                throw new IllegalStateException("requests hang");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        vertx.close();
    }
}
