package io.tollgate.platform.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestSeller;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServer;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import java.util.stream.Collectors;

/** A receiver of webhooks on a loopback address, which records what arrives. */
final class WebhookReceiver implements AutoCloseable {
    private final Vertx vertx = Vertx.vertx();
    private final List<Delivery> deliveries = new CopyOnWriteArrayList<>();
    private final HttpServer server;
    private volatile Promise<Delivery> awaited = Promise.promise();
    private volatile Function<Delivery, Response> answer = delivery -> Response.of(200);

    /** What arrived; names of headers in lower case. */
    record Delivery(Map<String, String> headers, String body) {
        JsonNode json() {
            return TestApi.json(body);
        }

        String event() {
            return json().get("event").textValue();
        }

        String recordId() {
            return json().get("recordId").textValue();
        }

        long sequence() {
            return Long.parseLong(headers.get("tollgate-sequence"));
        }

        int attempt() {
            return Integer.parseInt(headers.get("x-webhook-delivery-attempt"));
        }
    }

    /** A response. The status 0 drops the connection, and -1 never responds. */
    record Response(int status, Map<String, String> headers, Future<?> ready) {
        static Response of(int status) {
            return new Response(status, Map.of(), Future.succeededFuture());
        }

        static Response retryAfter(int status, int seconds) {
            return new Response(status, Map.of("Retry-After", String.valueOf(seconds)), Future.succeededFuture());
        }

        /** Responds when a future completes. */
        static Response after(Future<?> ready, int status) {
            return new Response(status, Map.of(), ready);
        }
    }

    WebhookReceiver() {
        server = TestSeller.await(vertx.createHttpServer()
                .requestHandler(request -> request.body().onSuccess(body -> {
                    Map<String, String> headers = new TreeMap<>();
                    request.headers().forEach((name, value) -> headers.put(name.toLowerCase(Locale.ROOT), value));
                    Delivery delivery = new Delivery(headers, body.toString());
                    deliveries.add(delivery);
                    Response response = answer.apply(delivery);
                    awaited.tryComplete(delivery);
                    if (response.status() == 0) {
                        request.connection().close();
                    } else if (response.status() > 0) {
                        response.headers().forEach(request.response()::putHeader);
                        request.response().setStatusCode(response.status());
                        response.ready().onComplete(done -> request.response().end("ok"));
                    }
                }))
                .listen(0, "127.0.0.1"));
    }

    String url(String path) {
        return "http://127.0.0.1:" + server.actualPort() + path;
    }

    /** Returns the URL of a receiver that responds with these bytes. */
    String rawUrl(String response) {
        return "http://127.0.0.1:"
                + TestSeller.await(vertx.createNetServer()
                                .connectHandler(
                                        socket -> socket.handler(request -> socket.end(Buffer.buffer(response))))
                                .listen(0, "127.0.0.1"))
                        .actualPort()
                + "/";
    }

    void answer(Function<Delivery, Response> next) {
        answer = next;
    }

    List<Delivery> deliveries() {
        return List.copyOf(deliveries);
    }

    /** Returns the ids of the events that arrived. */
    Set<String> eventIds() {
        return deliveries.stream().map(one -> one.headers().get("webhook-id")).collect(Collectors.toSet());
    }

    /** Completes with the next delivery that arrives, once its response is chosen. */
    Future<Delivery> next() {
        Promise<Delivery> next = Promise.promise();
        awaited = next;
        return next.future();
    }

    /** Requires the numbers from 1 to a count, each with the digest of the delivery before. */
    void requireNumbers(int count) {
        Map<Long, Delivery> bySequence = new HashMap<>();
        deliveries.forEach(delivery -> bySequence.put(delivery.sequence(), delivery));
        assertThat(bySequence).hasSize(count);
        String digest = "";
        for (long sequence = 1; sequence <= count; sequence++) {
            Delivery delivery = bySequence.get(sequence);
            assertThat(delivery.headers()).containsEntry("tollgate-previous", digest);
            digest = WebhookFanOut.digest(Buffer.buffer(delivery.body()));
        }
    }

    void forget() {
        deliveries.clear();
    }

    @Override
    public void close() {
        TestSeller.await(vertx.close());
    }
}
