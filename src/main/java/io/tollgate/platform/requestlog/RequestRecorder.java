package io.tollgate.platform.requestlog;

import io.tollgate.platform.api.Endpoint;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.http.ApiResponse;
import io.tollgate.platform.http.Caller;
import io.tollgate.platform.http.ClientId;
import io.tollgate.platform.http.Networks;
import io.tollgate.platform.http.RequestId;
import io.tollgate.platform.http.RespondedRecord;
import io.tollgate.platform.input.BodyReader;
import io.tollgate.platform.input.InnerRequest;
import io.tollgate.platform.server.FailureHandler;
import io.tollgate.platform.server.RequestLog;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.ext.web.RoutingContext;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Puts calls of the API into the queue of the request log when they end. Requests without a valid key are no calls. */
public final class RequestRecorder implements Handler<RoutingContext> {
    private final RequestQueue queue;
    private final RequestLog log;
    private final Networks trustedProxies;
    private final Map<String, Map<HttpMethod, Endpoint>> endpoints = new HashMap<>();

    /** @param log knows the route and the time of arrival of each request */
    public RequestRecorder(RequestQueue queue, RequestLog log, Networks trustedProxies, List<Endpoint> endpoints) {
        this.queue = queue;
        this.log = log;
        this.trustedProxies = trustedProxies;
        for (Endpoint endpoint : endpoints) {
            Map<HttpMethod, Endpoint> ofPath =
                    this.endpoints.computeIfAbsent(endpoint.route(), route -> new HashMap<>());
            endpoint.methods().forEach(method -> ofPath.put(method, endpoint));
        }
    }

    /** Records a request when its response has ended. */
    @Override
    public void handle(RoutingContext ctx) {
        if (queue.enabled()) {
            ctx.addEndHandler(ended -> record(ctx));
        }
        ctx.next();
    }

    private void record(RoutingContext ctx) {
        Map<HttpMethod, Endpoint> ofPath = endpoints.getOrDefault(log.routeOf(ctx), Map.of());
        Endpoint endpoint = ofPath.get(ctx.request().method());
        boolean responded = ctx.response().ended();
        add(
                ctx,
                LoggedRequest.Source.API,
                ctx.request().method(),
                endpoint == null ? ofPath.values().stream().findFirst().orElse(null) : endpoint,
                String.valueOf(ctx.request().path()),
                ctx.request().query(),
                new Outcome(
                        responded ? ctx.response().getStatusCode() : LoggedRequests.CLIENT_CLOSED,
                        responded ? FailureHandler.sent(ctx) : null,
                        RespondedRecord.of(ctx),
                        System.nanoTime() - RequestLog.arrivalOf(ctx).nanos()),
                endpoint == null ? Buffer.buffer() : BodyReader.of(ctx));
    }

    /** Runs a call of an endpoint that the body of a request contains, and records it. */
    public Future<ApiResponse> recorded(
            RoutingContext ctx, Endpoint endpoint, InnerRequest request, Supplier<Future<ApiResponse>> call) {
        if (!queue.enabled()) {
            return call.get();
        }
        long start = System.nanoTime();
        return Future.<Void>succeededFuture()
                .compose(begun -> call.get())
                .onComplete(done -> add(
                        ctx,
                        LoggedRequest.Source.MCP,
                        request.method(),
                        endpoint,
                        request.path(),
                        request.query(),
                        done.succeeded()
                                ? Outcome.of(done.result(), System.nanoTime() - start)
                                : Outcome.of(done.cause(), System.nanoTime() - start),
                        request.body()));
    }

    /** How a call ended. */
    private record Outcome(
            int status, @Nullable ApiError error, @Nullable String recordId, long nanos) {
        static Outcome of(ApiResponse response, long nanos) {
            return new Outcome(response.status(), null, RespondedRecord.idIn(response.body()), nanos);
        }

        static Outcome of(Throwable failure, long nanos) {
            ApiError error = FailureHandler.known(failure);
            return new Outcome(error.status(), error, null, nanos);
        }
    }

    private void add(
            RoutingContext ctx,
            LoggedRequest.Source source,
            HttpMethod method,
            @Nullable Endpoint endpoint,
            String path,
            @Nullable String query,
            Outcome outcome,
            Buffer body) {
        Caller caller = Caller.ofNullable(ctx);
        String id = RequestId.of(ctx);
        if (caller == null || id == null) {
            return;
        }
        Instant at = RequestLog.arrivalOf(ctx).at();
        queue.add(new LoggedRequest(
                id,
                at,
                caller,
                source,
                method.name(),
                endpoint,
                path,
                query,
                outcome.status,
                outcome.error,
                outcome.nanos,
                ClientId.behind(ctx.request(), trustedProxies),
                ctx.request().getHeader("User-Agent"),
                outcome.recordId,
                body));
    }
}
