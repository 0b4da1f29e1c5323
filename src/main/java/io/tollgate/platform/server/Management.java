package io.tollgate.platform.server;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The management server for health and metrics, on a separate port that is never exposed with the API. {@code
 * /health/live} returns 200 while the process runs, {@code /health/ready} returns 200 while the gateway can serve and
 * otherwise the reasons, {@code /metrics} is for Prometheus. {@code /outbox} shows the e-mail messages.
 */
public final class Management {
    private static final Logger LOG = LoggerFactory.getLogger(Management.class);

    private static final String LIVE = "/health/live";
    private static final String READY = "/health/ready";
    private static final String METRICS = "/metrics";
    private static final Set<String> PATHS = Set.of(LIVE, READY, METRICS);

    private final HttpServer server;
    private final Metrics metrics;
    private final Readiness readiness;
    private volatile @Nullable Pages pages;

    /** Pages of another component. */
    public interface Pages {
        /** Returns whether a path belongs to the pages. */
        boolean matches(String path);

        /** Serves a GET or HEAD request. */
        void handle(HttpServerRequest request);
    }

    public Management(Vertx vertx, Metrics metrics, Readiness readiness) {
        this.server = vertx.createHttpServer(
                new HttpServerOptions().setIdleTimeout(30).setHttp2ClearTextEnabled(false));
        this.metrics = metrics;
        this.readiness = readiness;
        readiness.showIn(metrics);
    }

    /** Adds pages, before the server listens. */
    public void add(Pages added) {
        pages = added;
    }

    public Future<HttpServer> listen(String host, int port) {
        return server.requestHandler(this::handle).listen(port, host);
    }

    private void handle(HttpServerRequest request) {
        boolean isRead =
                request.method().equals(HttpMethod.GET) || request.method().equals(HttpMethod.HEAD);
        Pages others = pages;
        boolean isPage = others != null && others.matches(request.path());
        if ((PATHS.contains(request.path()) || isPage) && !isRead) {
            request.response().putHeader("Allow", "GET, HEAD");
            respond(request, 405, "{\"status\":\"method not allowed\"}");
            return;
        }
        if (others != null && isPage) {
            others.handle(request);
            return;
        }
        try {
            answer(request);
        } catch (RuntimeException e) {
            // Without a response, the client would wait until the connection is idle for too long.
            LOG.error("Request to the management server failed", e);
            respond(request, 500, "{\"status\":\"internal error\"}");
        }
    }

    private void answer(HttpServerRequest request) {
        switch (request.path()) {
            case LIVE -> respond(request, 200, "{\"status\":\"live\"}");
            case READY ->
                readiness
                        .reasons()
                        .onSuccess(reasons -> respond(
                                request, reasons.isEmpty() ? 200 : 503, readinessBody(reasons, readiness.warnings())));
            case METRICS -> respond(request, 200, "text/plain; version=0.0.4; charset=utf-8", metrics.scrape());
            default -> respond(request, 404, "{\"status\":\"not found\"}");
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

    private static void respond(HttpServerRequest request, int status, String json) {
        respond(request, status, "application/json", json);
    }

    private static void respond(HttpServerRequest request, int status, String type, String text) {
        Buffer body = Buffer.buffer(text);
        request.response()
                .setStatusCode(status)
                .putHeader("Content-Type", type)
                .putHeader("Content-Length", Integer.toString(body.length()))
                .end(request.method().equals(HttpMethod.HEAD) ? Buffer.buffer() : body);
    }

    public Future<Void> close() {
        return server.close();
    }
}
