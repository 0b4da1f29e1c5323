package io.tollgate.platform.webhook;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestSeller;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;

/** A receiver of webhooks on a loopback address, which records what arrives. */
final class WebhookReceiver implements AutoCloseable {
    private final Vertx vertx = Vertx.vertx();
    private final List<Delivery> deliveries = new CopyOnWriteArrayList<>();
    private final HttpServer server;
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
    record Response(int status, Map<String, String> headers) {
        static Response of(int status) {
            return new Response(status, Map.of());
        }
    }

    WebhookReceiver() {
        server = TestSeller.await(vertx.createHttpServer()
                .requestHandler(request -> request.body().onSuccess(body -> {
                    Map<String, String> headers = new TreeMap<>();
                    request.headers()
                            .forEach((name, value) -> headers.put(name.toLowerCase(java.util.Locale.ROOT), value));
                    Delivery delivery = new Delivery(headers, body.toString());
                    deliveries.add(delivery);
                    Response response = answer.apply(delivery);
                    if (response.status() == 0) {
                        request.connection().close();
                    } else if (response.status() > 0) {
                        response.headers().forEach(request.response()::putHeader);
                        request.response().setStatusCode(response.status()).end("ok");
                    }
                }))
                .listen(0, "127.0.0.1"));
    }

    String url(String path) {
        return "http://127.0.0.1:" + server.actualPort() + path;
    }

    void answer(Function<Delivery, Response> next) {
        answer = next;
    }

    List<Delivery> deliveries() {
        return List.copyOf(deliveries);
    }

    void forget() {
        deliveries.clear();
    }

    @Override
    public void close() {
        TestSeller.await(vertx.close());
    }
}
