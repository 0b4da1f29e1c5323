package io.tollgate;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Health and metrics, on a port of their own that is never exposed with the API: {@code
 * /health/live} while the process runs, {@code /health/ready} while it serves, with the reason where
 * it does not, {@code /metrics} for Prometheus.
 */
final class Management {
    private final HttpServer server;
    private final Metrics metrics;
    private final Readiness readiness;

    Management(Vertx vertx, Metrics metrics, Readiness readiness) {
        this.server = vertx.createHttpServer(
                new HttpServerOptions().setIdleTimeout(30).setHttp2ClearTextEnabled(false));
        this.metrics = metrics;
        this.readiness = readiness;
        readiness.showIn(metrics);
    }

    Future<HttpServer> listen(String host, int port) {
        return server.requestHandler(this::handle).listen(port, host);
    }

    private void handle(HttpServerRequest request) {
        switch (request.path()) {
            case "/health/live" -> answer(request, 200, "{\"status\":\"live\"}");
            case "/health/ready" ->
                readiness
                        .reasons()
                        .onSuccess(reasons -> answer(
                                request, reasons.isEmpty() ? 200 : 503, readinessBody(reasons, readiness.warnings())));
            case "/metrics" ->
                request.response()
                        .putHeader("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
                        .end(metrics.scrape());
            default -> answer(request, 404, "{\"status\":\"not found\"}");
        }
    }

    private static String readinessBody(List<Readiness.Reason> reasons, List<Readiness.Reason> warnings) {
        JsonObject body = new JsonObject().put("status", reasons.isEmpty() ? "ready" : "not ready");
        if (!reasons.isEmpty()) {
            body.put("reasons", list(reasons));
        }
        if (!warnings.isEmpty()) {
            body.put("warnings", list(warnings));
        }
        return body.encode();
    }

    private static JsonArray list(List<Readiness.Reason> reasons) {
        JsonArray all = new JsonArray();
        reasons.forEach(
                reason -> all.add(new JsonObject().put("code", reason.code()).put("message", reason.message())));
        return all;
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
