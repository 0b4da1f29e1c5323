package io.tollgate.http;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.netty.util.AsciiString;
import io.tollgate.clock.Clock;
import io.tollgate.db.Ids;
import io.vertx.core.Handler;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.Route;
import io.vertx.ext.web.RoutingContext;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gives each request an id, a place in the metrics and one line in the log: what was asked for by
 * its route, never by its address, so that no key, e-mail or query string is ever written.
 */
public final class RequestLog implements Handler<RoutingContext> {
    private static final Logger LOG = LoggerFactory.getLogger("request");
    static final String HEADER = "Request-Id";

    private static final CharSequence DATE = new AsciiString("Date");
    private static final String ID = "requestId";
    private static final Set<String> METHODS = Set.of("GET", "POST", "PATCH", "DELETE", "HEAD", "OPTIONS", "PUT");
    private static final Duration[] BUCKETS = {
        Duration.ofMillis(1),
        Duration.ofMillis(5),
        Duration.ofMillis(20),
        Duration.ofMillis(100),
        Duration.ofMillis(500),
        Duration.ofMillis(2500)
    };

    private final Clock clock;
    private final MeterRegistry metrics;
    private final DateText date = new DateText();

    /** Looking one up by its labels costs the registry more than counting does. */
    private final Map<Kind, Timer> timers = new ConcurrentHashMap<>();

    private record Kind(String method, String route, int status) {}

    public RequestLog(Clock clock, MeterRegistry metrics) {
        this.clock = clock;
        this.metrics = metrics;
    }

    @Override
    public void handle(RoutingContext ctx) {
        ctx.put(ID, mark(ctx.response()));
        long begun = System.nanoTime();
        ctx.addEndHandler(ended -> {
            long nanos = System.nanoTime() - begun;
            measure(ctx, nanos);
            line(ctx, nanos);
        });
        ctx.next();
    }

    /** Says on an answer which it is and when it was made; gives its id. */
    String mark(HttpServerResponse response) {
        Instant now = clock.now();
        String id = "req_" + Ids.next(now);
        response.putHeader(HEADER, id).putHeader(DATE, date.at(now));
        return id;
    }

    /** The id of a request, or null before it has one. */
    static @Nullable String id(RoutingContext ctx) {
        return ctx.get(ID);
    }

    private void measure(RoutingContext ctx, long nanos) {
        String route = route(ctx);
        Kind kind = new Kind(
                method(ctx), route == null ? "none" : route, ctx.response().getStatusCode());
        timers.computeIfAbsent(kind, this::timer).record(nanos, TimeUnit.NANOSECONDS);
    }

    private Timer timer(Kind kind) {
        return Timer.builder("tollgate.request")
                .description("Requests by route and status, from their arrival to the end of the answer.")
                .tag("method", kind.method)
                .tag("route", kind.route)
                .tag("status", Integer.toString(kind.status))
                .serviceLevelObjectives(BUCKETS)
                .register(metrics);
    }

    /** Callers may invent methods; labels must not grow with them. */
    private static String method(RoutingContext ctx) {
        String method = ctx.request().method().name();
        return METHODS.contains(method) ? method : "other";
    }

    private static void line(RoutingContext ctx, long nanos) {
        HttpServerRequest request = ctx.request();
        Caller caller = Caller.ofNullable(ctx);
        LOG.atInfo()
                .addKeyValue("requestId", id(ctx))
                .addKeyValue("method", request.method().name())
                .addKeyValue("route", route(ctx))
                .addKeyValue("status", ctx.response().getStatusCode())
                .addKeyValue("bytes", ctx.response().bytesWritten())
                .addKeyValue("micros", TimeUnit.NANOSECONDS.toMicros(nanos))
                .addKeyValue("key", caller == null ? null : caller.keyId())
                .addKeyValue("seller", caller == null ? null : caller.sellerId())
                .log("request");
    }

    private static @Nullable String route(RoutingContext ctx) {
        Route route = ctx.currentRoute();
        return route == null ? null : route.getPath();
    }
}
