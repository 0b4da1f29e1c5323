package io.tollgate.platform.server;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.netty.util.AsciiString;
import io.tollgate.platform.clock.Clock;
import io.tollgate.platform.db.Ids;
import io.tollgate.platform.http.Caller;
import io.tollgate.platform.http.ClientId;
import io.tollgate.platform.http.DateText;
import io.tollgate.platform.http.RequestId;
import io.vertx.core.Handler;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.Router;
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
 * Assigns each request an id, measures it and writes one log line. The line has the route, never the path or query of
 * the request, so that no key, e-mail or query string is logged.
 */
public final class RequestLog implements Handler<RoutingContext> {
    private static final Logger LOG = LoggerFactory.getLogger("request");

    private static final CharSequence DATE = new AsciiString("Date");
    private static final String THROTTLE = "logThrottle";
    private static final String LOGGED = "logged";
    private static final String PART = "routePart";
    private static final String ARRIVAL = "arrival";
    private static final Set<String> METHODS = Set.of("GET", "POST", "PATCH", "DELETE", "HEAD", "OPTIONS", "PUT");
    private static final Duration[] BUCKETS = {
        Duration.ofMillis(1),
        Duration.ofMillis(5),
        Duration.ofMillis(20),
        Duration.ofMillis(100),
        Duration.ofMillis(200),
        Duration.ofMillis(500),
        Duration.ofMillis(2500)
    };

    private final Clock clock;
    private final MeterRegistry metrics;
    private final DateText date = new DateText();
    private final LogThrottle throttle = new LogThrottle();
    private volatile @Nullable RouteNames routes;

    /** Timers by labels. A lookup in the registry costs more than recording. */
    private final Map<TimerKey, Timer> timers = new ConcurrentHashMap<>();

    private record TimerKey(String method, String route, int status) {}

    /**
     * When a request arrived.
     *
     * @param nanos as {@link System#nanoTime} counts
     */
    public record Arrival(Instant at, long nanos) {}

    public RequestLog(Clock clock, MeterRegistry metrics) {
        this.clock = clock;
        this.metrics = metrics;
    }

    /** Sets the route names from a complete router. The routers of all event loops have the same routes. */
    public void name(Router router) {
        routes = RouteNames.of(router);
    }

    @Override
    public void handle(RoutingContext ctx) {
        Arrival arrival = new Arrival(clock.now(), System.nanoTime());
        RequestId.set(ctx, mark(ctx.response(), arrival.at()));
        ctx.put(THROTTLE, throttle).put(ARRIVAL, arrival);
        ctx.addEndHandler(ended -> end(ctx, arrival.nanos()));
        ctx.next();
    }

    /** Logs and counts a request that never reached the router. */
    void rejected(HttpServerRequest request, String id, long start) {
        if (throttle.admits(null, ClientId.address(request.remoteAddress()))) {
            line(request, id, RouteNames.UNMATCHED, null, System.nanoTime() - start);
        }
        measure(request, RouteNames.UNMATCHED, System.nanoTime() - start);
    }

    private void end(RoutingContext ctx, long start) {
        HttpServerRequest request = ctx.request();
        String part = ctx.get(PART);
        String route = part == null ? routeOf(ctx) : routeOf(ctx) + "/" + part;
        long nanos = System.nanoTime() - start;
        measure(request, route, nanos);
        if (request.response().getStatusCode() < 400 || isLogged(ctx)) {
            line(request, RequestId.of(ctx), route, Caller.ofNullable(ctx), nanos);
        }
    }

    /**
     * Returns whether the log throttle admits lines about a rejected request. All calls for one request return the same
     * value.
     */
    static boolean isLogged(RoutingContext ctx) {
        LogThrottle throttle = ctx.get(THROTTLE);
        Boolean known = ctx.get(LOGGED);
        if (throttle == null || known != null) {
            return known == null || known;
        }
        Caller caller = Caller.ofNullable(ctx);
        boolean logged = throttle.admits(
                caller == null ? null : caller.principal().keyId(),
                ClientId.address(ctx.request().remoteAddress()));
        ctx.put(LOGGED, logged);
        return logged;
    }

    /** Logs the number of log lines suppressed since the last summary, if any. */
    public void summarize() {
        long suppressed = throttle.takeSuppressed();
        if (suppressed > 0) {
            LOG.atWarn()
                    .addKeyValue("suppressed", suppressed)
                    .log("Suppressed the log lines of {} rejected requests; the metrics count them", suppressed);
        }
    }

    /** Sets the request id and the date on a response. Returns the id. */
    String mark(HttpServerResponse response) {
        return mark(response, clock.now());
    }

    private String mark(HttpServerResponse response, Instant now) {
        String id = "req_" + Ids.next(now);
        response.putHeader(RequestId.HEADER, id).putHeader(DATE, date.at(now));
        return id;
    }

    private void measure(HttpServerRequest request, String route, long nanos) {
        TimerKey labels =
                new TimerKey(method(request), route, request.response().getStatusCode());
        timers.computeIfAbsent(labels, this::timer).record(nanos, TimeUnit.NANOSECONDS);
    }

    private Timer timer(TimerKey labels) {
        return Timer.builder("tollgate.request")
                .description("Requests by route and status, from arrival to the end of the response.")
                .tag("method", labels.method)
                .tag("route", labels.route)
                .tag("status", Integer.toString(labels.status))
                .serviceLevelObjectives(BUCKETS)
                .register(metrics);
    }

    /**
     * Returns the method, or {@code other} if it is not a known one: clients may send any text, even a key, as the
     * method.
     */
    private static String method(HttpServerRequest request) {
        String method = request.method().name();
        return METHODS.contains(method) ? method : "other";
    }

    /** Returns the declared path of the route of a request, such as {@code /v1/payments/:paymentId}. */
    public String routeOf(RoutingContext ctx) {
        RouteNames known = routes;
        return known == null ? RouteNames.UNMATCHED : known.of(ctx);
    }

    /** Returns when a request arrived, whose id begins with the second of that time. */
    public static Arrival arrivalOf(RoutingContext ctx) {
        return ctx.get(ARRIVAL);
    }

    /**
     * Adds a segment to the name of a request's route, for a route that serves several operations.
     *
     * @param part one of few names, never text of the request
     */
    public static void addToRoute(RoutingContext ctx, String part) {
        ctx.put(PART, part);
    }

    private static void line(
            HttpServerRequest request, @Nullable String id, String route, @Nullable Caller caller, long nanos) {
        LOG.atInfo()
                .addKeyValue("requestId", id)
                .addKeyValue("method", method(request))
                .addKeyValue("route", route)
                .addKeyValue("status", request.response().getStatusCode())
                .addKeyValue("bytes", request.response().bytesWritten())
                .addKeyValue("micros", TimeUnit.NANOSECONDS.toMicros(nanos))
                .addKeyValue("key", caller == null ? null : caller.principal().keyId())
                .addKeyValue("seller", caller == null ? null : caller.sellerId())
                .log("request");
    }
}
