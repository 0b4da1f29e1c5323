package io.tollgate.operations;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.RequestOptions;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A load balancer as simple as can be: it asks for readiness ten times a second, takes ready instances in turn, keeps
 * its connections to them, and tries another one only where no connection could be made.
 */
final class RoundRobin implements AutoCloseable {
    private static final int LOOK_MILLIS = 100;

    private final Vertx vertx = Vertx.vertx();
    private final HttpClient client = vertx.createHttpClient();
    private final List<Instance> instances;
    private final AtomicInteger turn = new AtomicInteger();
    private final HttpServer server;

    /** Where one instance is, and whether it said that it is ready. */
    static final class Instance {
        final int port;
        final int managementPort;
        private volatile boolean ready = true;

        Instance(int port, int managementPort) {
            this.port = port;
            this.managementPort = managementPort;
        }
    }

    RoundRobin(List<Instance> instances) {
        this.instances = instances;
        vertx.setPeriodic(LOOK_MILLIS, timer -> instances.forEach(this::look));
        try {
            server = vertx.createHttpServer()
                    .requestHandler(this::handle)
                    .listen(0, "127.0.0.1")
                    .await(10, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            throw new IllegalStateException(e);
        }
    }

    String url() {
        return "http://127.0.0.1:" + server.actualPort();
    }

    private void look(Instance instance) {
        client.request(new RequestOptions()
                        .setHost("127.0.0.1")
                        .setPort(instance.managementPort)
                        .setURI("/health/ready")
                        .setTimeout(1_000))
                .compose(HttpClientRequest::send)
                .compose(answer -> answer.end().map(ended -> answer.statusCode() == 200))
                .onComplete(result -> instance.ready = result.succeeded() && result.result());
    }

    private void handle(HttpServerRequest request) {
        request.body()
                .onSuccess(body -> forward(request, body, instances.size())
                        .onFailure(
                                failure -> request.response().setStatusCode(502).end(failure.toString())));
    }

    private Instance next() {
        for (int i = 0; i < instances.size(); i++) {
            Instance instance = instances.get(Math.floorMod(turn.getAndIncrement(), instances.size()));
            if (instance.ready) {
                return instance;
            }
        }
        return instances.get(Math.floorMod(turn.getAndIncrement(), instances.size()));
    }

    private Future<Void> forward(HttpServerRequest request, Buffer body, int tries) {
        Instance instance = next();
        Future<HttpClientRequest> connected = client.request(new RequestOptions()
                .setHost("127.0.0.1")
                .setPort(instance.port)
                .setMethod(request.method())
                .setURI(request.uri()));
        return connected.transform(result -> {
            if (result.failed()) {
                instance.ready = false;
                return tries > 1 ? forward(request, body, tries - 1) : Future.failedFuture(result.cause());
            }
            return exchange(request, body, result.result());
        });
    }

    private static Future<Void> exchange(HttpServerRequest request, Buffer body, HttpClientRequest forwarded) {
        for (String name : List.of("Authorization", "Content-Type", "Idempotency-Key")) {
            if (request.headers().contains(name)) {
                forwarded.putHeader(name, request.getHeader(name));
            }
        }
        return forwarded
                .send(body)
                .compose(answer -> answer.body()
                        .compose(bytes -> request.response()
                                .setStatusCode(answer.statusCode())
                                .putHeader("Content-Type", "application/json")
                                .end(bytes)));
    }

    @Override
    public void close() {
        try {
            vertx.close().await(10, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            throw new IllegalStateException(e);
        }
    }
}
