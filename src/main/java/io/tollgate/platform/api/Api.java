package io.tollgate.platform.api;

import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.error.NearestPath;
import io.tollgate.platform.http.ApiResponse;
import io.tollgate.platform.http.CompressedJson;
import io.tollgate.platform.http.FileSender;
import io.tollgate.platform.http.RespondedRecord;
import io.tollgate.platform.http.ResponseBuffer;
import io.tollgate.platform.input.Body;
import io.tollgate.platform.input.BodyReader;
import io.tollgate.platform.input.Request;
import io.tollgate.platform.input.UploadReader;
import io.tollgate.platform.server.FailureHandler;
import io.tollgate.platform.server.RateLimit;
import io.tollgate.platform.server.RequestActivity;
import io.tollgate.platform.server.RequestGuard;
import io.tollgate.platform.server.RequestLog;
import io.tollgate.platform.server.ServerLimits;
import io.tollgate.platform.server.ServerSettings;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.http.HttpMethod;
import io.vertx.ext.web.Route;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.handler.AuthenticationHandler;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Mounts endpoints on a router. Every request is checked in the same order: API key, path, type and length of the body,
 * rate limit, and then its parameters and body.
 */
public final class Api {
    private static final List<Integer> FAILURES = List.of(400, 401, 404, 405, 408, 413, 414, 415, 431, 500, 503);

    private Api() {}

    /** Mounts the handlers that precede all routes: request log, request guard and error responses. */
    public static void mountFirst(Router router, RequestLog log, ServerSettings server, ServerLimits limits) {
        router.route().handler(Api::applyBackPressure).handler(log);
        router.route().handler(new RequestGuard(limits.headerCountMax(), server.trustedProxies(), server.hosts()));
        router.route().failureHandler(FailureHandler::handle);
        FAILURES.forEach(status -> router.errorHandler(status, FailureHandler::handle));
    }

    /**
     * Applies back-pressure to pipelined requests: reading pauses until the response queue drains, so that a client
     * that never reads cannot exhaust memory.
     */
    private static void applyBackPressure(RoutingContext ctx) {
        if (!ctx.response().writeQueueFull()) {
            ctx.next();
            return;
        }
        ctx.request().pause();
        ctx.response().drainHandler(drained -> {
            ctx.response().drainHandler(null);
            ctx.next();
            if (!BodyReader.isAnnounced(ctx.request())) {
                ctx.request().resume();
            }
        });
    }

    /**
     * Mounts endpoints that require an API key. Requests without a valid key get 401 on every path, so that they cannot
     * find out which paths exist.
     *
     * @param keys authenticates requests by their key
     * @param recorder records each request with a valid key
     * @param activity records requests for anything but a document, so that PDF rendering yields to them
     */
    public static void mount(
            Router router,
            AuthenticationHandler keys,
            Handler<RoutingContext> recorder,
            RateLimit rateLimit,
            RequestActivity activity,
            ServerLimits limits,
            List<Endpoint> endpoints) {
        router.route("/v1/*").handler(keys);
        router.route("/v1/*").handler(recorder);
        router.route("/v1/*").handler(ctx -> checkQuery(rateLimit, ctx));
        Deadline deadline = new Deadline(limits.requestTimeoutMillis());
        Deadline waiting = new Deadline(limits.requestTimeoutMillis() + Endpoint.WAIT_MILLIS_MAX);
        for (Endpoint endpoint : endpoints) {
            Route route = router.route(endpoint.route());
            endpoint.methods().forEach(route::method);
            if (endpoint.writing() != null) {
                Body body = endpoint.writing().body();
                // A request that is rejected because of its body does not count against the rate limit.
                route.handler(rateLimit::show)
                        .handler(
                                body.form()
                                        ? new UploadReader(body)
                                        : new BodyReader(body, limits.bodyTimeoutMillis()));
            }
            boolean feed = endpoint.shape() == Endpoint.Shape.FEED;
            route.handler(rateLimit).handler(feed ? waiting : deadline).handler(ctx -> {
                if (endpoint.shape() != Endpoint.Shape.DOCUMENT) {
                    activity.record();
                }
                answer(ctx, endpoint.operation());
            });
        }
        router.route("/v1/*").handler(rateLimit::show);
        rejectOtherMethods(router, endpoints);
        NearestPath paths =
                new NearestPath(endpoints.stream().map(Endpoint::path).toList());
        router.errorHandler(404, ctx -> FailureHandler.handleUnmatched(ctx, paths));
    }

    /** Rejects an invalid query string before the router decodes it to match paths with ids. */
    private static void checkQuery(RateLimit rateLimit, RoutingContext ctx) {
        try {
            RequestGuard.refuseBrokenQuery(ctx.request());
        } catch (ApiError invalid) {
            rateLimit.addHeaders(ctx);
            throw invalid;
        }
        ctx.next();
    }

    private static void rejectOtherMethods(Router router, List<Endpoint> endpoints) {
        Map<String, Set<String>> methods = new TreeMap<>();
        for (Endpoint endpoint : endpoints) {
            Set<String> ofPath = methods.computeIfAbsent(endpoint.route(), route -> new TreeSet<>());
            endpoint.methods().forEach(method -> ofPath.add(method.name()));
        }
        methods.forEach((route, allowed) -> {
            String allow = String.join(", ", allowed);
            router.route(route)
                    .handler(ctx -> ctx.fail(
                            ApiError.methodNotAllowed(ctx.request().method().name(), allow)));
        });
    }

    /** Mounts a path outside the API that requires no key. */
    public static void reading(Router router, String path, Endpoint.Operation operation) {
        router.route(path).method(HttpMethod.GET).method(HttpMethod.HEAD).handler(ctx -> answer(ctx, operation));
    }

    /** Runs an operation and sends its response. Failures go to the failure handler. */
    public static void answer(RoutingContext ctx, Endpoint.Operation operation) {
        operation
                .answer(new Request(ctx))
                .onSuccess(response -> RespondedRecord.note(ctx, response.body()))
                .compose(response -> CompressedJson.of(ctx, response))
                .compose(response -> {
                    send(ctx, response);
                    return Future.succeededFuture();
                })
                .onFailure(ctx::fail);
    }

    private static void send(RoutingContext ctx, ApiResponse response) {
        ApiResponse.FilePart file = response.file();
        if (ctx.response().ended() || ctx.response().closed()) {
            if (file != null) {
                file.body().release();
            }
            return;
        }
        Runnable sending = sending(ctx, response);
        response.headers().forEach((name, value) -> ctx.response().headers().set(name, value));
        ctx.response().setStatusCode(response.status());
        sending.run();
    }

    /**
     * Reserves memory for the response body and returns the action that sends it. Throws a 503 if too little memory is
     * free, before any response header is set.
     */
    private static Runnable sending(RoutingContext ctx, ApiResponse response) {
        if (response.file() != null) {
            return FileSender.of(ctx, response.file())::send;
        }
        ApiResponse.StreamedBody streamed = response.streamed();
        if (streamed != null) {
            return () -> streamed.send(ctx);
        }
        ResponseBuffer body = ResponseBuffer.of(ctx, response.body());
        return () -> body.end(ctx.response());
    }
}
