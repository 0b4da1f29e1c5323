package io.tollgate.chaos;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestSeller;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** Clients that wait for the next event of a feed, each on a connection of its own, until they have got one. */
final class FeedFollowers implements AutoCloseable {
    private static final int CONNECTS_AT_A_TIME = 50;

    private final Vertx vertx = Vertx.vertx();
    private final HttpClient client;
    private final RequestOptions request;
    private final AtomicInteger told = new AtomicInteger();
    private final Queue<String> problems = new ConcurrentLinkedQueue<>();
    private final int count;
    private int started;
    private volatile boolean closed;

    /** @param after the position behind which they wait */
    FeedFollowers(int count, GatewayProcess gateway, String key, long after) {
        this.count = count;
        client = vertx.createHttpClient(
                new HttpClientOptions().setConnectTimeout(60_000),
                new PoolOptions().setHttp1MaxSize(count).setMaxWaitQueueSize(-1));
        request = new RequestOptions()
                .setMethod(HttpMethod.GET)
                .setHost("127.0.0.1")
                .setPort(gateway.port())
                .setURI("/v1/feed?wait=30&after=" + after)
                .putHeader("Authorization", "Bearer " + key);
    }

    /** Lets all begin to wait, a few at a time, because the gateway accepts connections one by one. */
    void start() {
        while (started < count) {
            int next = Math.min(CONNECTS_AT_A_TIME, count - started);
            List<Future<?>> ready = new ArrayList<>();
            for (int i = 0; i < next; i++) {
                ready.add(client.request(request).onSuccess(each -> follow(each.send())));
            }
            TestSeller.await(Future.join(ready));
            started += next;
        }
    }

    /** A client whose time is over without an event asks again. */
    private void follow(Future<HttpClientResponse> response) {
        response.compose(head -> head.statusCode() == 200
                        ? head.body()
                        : Future.<Buffer>failedFuture("status " + head.statusCode()))
                .onFailure(failure -> {
                    if (!closed) {
                        problems.add(String.valueOf(failure));
                    }
                })
                .onSuccess(body -> {
                    JsonNode page = TestApi.json(body.toString());
                    if (page.get("data").isEmpty()) {
                        client.request(request)
                                .onSuccess(ready -> follow(ready.send()))
                                .onFailure(failure -> problems.add(String.valueOf(failure)));
                    } else {
                        told.incrementAndGet();
                    }
                });
    }

    /** Returns how many have got an event. */
    int told() {
        return told.get();
    }

    /** Returns the failures of requests. */
    Queue<String> problems() {
        return problems;
    }

    @Override
    public void close() {
        closed = true;
        TestSeller.await(vertx.close());
    }
}
