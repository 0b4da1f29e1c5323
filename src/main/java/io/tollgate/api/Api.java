package io.tollgate.api;

import io.tollgate.error.ApiError;
import io.tollgate.http.ApiResponse;
import io.tollgate.http.FileSender;
import io.tollgate.http.ResponseBuffer;
import io.tollgate.input.Body;
import io.tollgate.input.BodyReader;
import io.tollgate.input.Request;
import io.tollgate.input.UploadReader;
import io.tollgate.server.Authentication;
import io.tollgate.server.FailureHandler;
import io.tollgate.server.RateLimit;
import io.tollgate.server.RequestGuard;
import io.tollgate.server.RequestLog;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
import io.vertx.ext.auth.authentication.AuthenticationProvider;
import io.vertx.ext.web.Route;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Mounts endpoints on a router, in the one order of checks: key, path, body's type and length, rate, request. */
public final class Api {
    private static final List<Integer> FAILURES = List.of(400, 401, 404, 405, 408, 413, 414, 415, 431, 500, 503);

    private Api() {}

    /** The bounds of a request at the edge. */
    public record Limits(
            int headerCountMax,
            List<String> trustedProxies,
            List<String> hosts,
            long requestTimeoutMillis,
            long bodyTimeoutMillis) {}

    /** What every request passes first, whatever its path. */
    public static void entrance(Router router, RequestLog log, Limits limits) {
        router.route().handler(Api::whenTaken).handler(log);
        router.route().handler(new RequestGuard(limits.headerCountMax(), limits.trustedProxies(), limits.hosts()));
        router.route().failureHandler(FailureHandler::handle);
        FAILURES.forEach(status -> router.errorHandler(status, FailureHandler::handle));
    }

    /**
     * Whoever sends requests one after the other and takes no answer is answered again when there is room: before, what
     * they were told would fill the memory.
     */
    private static void whenTaken(RoutingContext ctx) {
        if (!ctx.response().writeQueueFull()) {
            ctx.next();
            return;
        }
        ctx.request().pause();
        ctx.response().drainHandler(taken -> {
            ctx.response().drainHandler(null);
            ctx.next();
            if (!BodyReader.isAnnounced(ctx.request())) {
                ctx.request().resume();
            }
        });
    }

    /** Endpoints that need a key: a request without a right one learns nothing, not even which paths exist. */
    public static void mount(
            Router router, AuthenticationProvider keys, RateLimit rateLimit, Limits limits, List<Endpoint> endpoints) {
        router.route("/v1/*").handler(Authentication.by(keys));
        router.route("/v1/*").handler(ctx -> refuseBrokenQuery(rateLimit, ctx));
        Deadline deadline = new Deadline(limits.requestTimeoutMillis());
        for (Endpoint endpoint : endpoints) {
            Route route = router.route(endpoint.route());
            endpoint.methods().forEach(route::method);
            if (endpoint.writing() != null) {
                Body body = endpoint.writing().body();
                // What is refused for its body costs nothing.
                route.handler(rateLimit::show)
                        .handler(
                                body.form()
                                        ? new UploadReader(body)
                                        : new BodyReader(body, limits.bodyTimeoutMillis()));
            }
            route.handler(rateLimit).handler(deadline).handler(ctx -> answer(ctx, endpoint.operation()));
        }
        router.route("/v1/*").handler(rateLimit::show);
        refuseOtherMethods(router, endpoints);
    }

    /** Before a path with an id is looked for: the router reads the query to match one. */
    private static void refuseBrokenQuery(RateLimit rateLimit, RoutingContext ctx) {
        try {
            RequestGuard.refuseBrokenQuery(ctx.request());
        } catch (ApiError broken) {
            rateLimit.tell(ctx);
            throw broken;
        }
        ctx.next();
    }

    private static void refuseOtherMethods(Router router, List<Endpoint> endpoints) {
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

    /** Something outside the API that is read without a key. */
    public static void reading(Router router, String path, Endpoint.Operation operation) {
        router.route(path).method(HttpMethod.GET).method(HttpMethod.HEAD).handler(ctx -> answer(ctx, operation));
    }

    /** Runs an operation and sends its answer; what it fails with goes to the failure handler. */
    public static void answer(RoutingContext ctx, Endpoint.Operation operation) {
        operation
                .answer(new Request(ctx))
                .compose(answer -> {
                    send(ctx, answer);
                    return Future.succeededFuture();
                })
                .onFailure(ctx::fail);
    }

    private static void send(RoutingContext ctx, ApiResponse answer) {
        ApiResponse.FilePart file = answer.file();
        if (ctx.response().ended() || ctx.response().closed()) {
            if (file != null) {
                file.body().release();
            }
            return;
        }
        Runnable sending = sending(ctx, answer);
        answer.headers().forEach((name, value) -> ctx.response().headers().set(name, value));
        ctx.response().setStatusCode(answer.status());
        sending.run();
    }

    /** Reserves the memory that the body needs, or throws a 503 before the response has any header of the answer. */
    private static Runnable sending(RoutingContext ctx, ApiResponse answer) {
        if (answer.file() != null) {
            return FileSender.of(ctx, answer.file())::send;
        }
        ResponseBuffer body = ResponseBuffer.of(ctx, answer.body());
        return () -> body.end(ctx.response());
    }
}
