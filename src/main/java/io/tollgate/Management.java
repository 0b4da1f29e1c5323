package io.tollgate;

import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Health and metrics, on a port of their own that is never exposed with the API: {@code
 * /health/live} while the process runs, {@code /health/ready} while it serves, {@code /metrics} for
 * Prometheus.
 */
final class Management {
    private final HttpServer server;
    private final PrometheusMeterRegistry metrics;
    private final Supplier<Future<Boolean>> ready;

    /** @param ready whether requests can be served now */
    Management(Vertx vertx, PrometheusMeterRegistry metrics, Supplier<Future<Boolean>> ready) {
        this.server = vertx.createHttpServer(new HttpServerOptions().setIdleTimeout(30));
        this.metrics = metrics;
        this.ready = ready;
    }

    Future<HttpServer> listen(String host, int port) {
        return server.requestHandler(this::handle).listen(port, host);
    }

    private void handle(HttpServerRequest request) {
        switch (request.path()) {
            case "/health/live" -> answer(request, 200, "{\"status\":\"live\"}");
            case "/health/ready" ->
                ready.get().onComplete(result -> {
                    boolean up = result.succeeded() && result.result();
                    answer(request, up ? 200 : 503, "{\"status\":\"" + (up ? "ready" : "not ready") + "\"}");
                });
            case "/metrics" ->
                request.response()
                        .putHeader("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
                        .end(metrics.scrape());
            default -> answer(request, 404, "{\"status\":\"not found\"}");
        }
    }

    private static void answer(HttpServerRequest request, int status, @Nullable String body) {
        request.response()
                .setStatusCode(status)
                .putHeader("Content-Type", "application/json")
                .end(body);
    }

    Future<Void> close() {
        return server.close();
    }
}
