package io.tollgate.http;

import io.tollgate.clock.Clock;
import io.tollgate.db.Ids;
import io.vertx.core.Handler;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.Route;
import io.vertx.ext.web.RoutingContext;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gives each request an id and one line in the log: what was asked for by its route, never by its
 * address, so that no key, e-mail or query string is ever written.
 */
public final class RequestLog implements Handler<RoutingContext> {
    private static final Logger LOG = LoggerFactory.getLogger("request");
    private static final String ID = "requestId";

    private final Ids ids;
    private final Clock clock;

    public RequestLog(Ids ids, Clock clock) {
        this.ids = ids;
        this.clock = clock;
    }

    @Override
    public void handle(RoutingContext ctx) {
        String id = "req_" + ids.next(clock.now());
        ctx.put(ID, id);
        ctx.response().headers().set("Request-Id", id);
        long begun = System.nanoTime();
        if (LOG.isInfoEnabled()) {
            ctx.addEndHandler(ended -> line(ctx, begun));
        }
        ctx.next();
    }

    /** The id of a request, or null before it has one. */
    static @Nullable String id(RoutingContext ctx) {
        return ctx.get(ID);
    }

    private static void line(RoutingContext ctx, long begun) {
        HttpServerRequest request = ctx.request();
        Caller caller = Caller.ofNullable(ctx);
        LOG.atInfo()
                .addKeyValue("requestId", id(ctx))
                .addKeyValue("method", request.method().name())
                .addKeyValue("route", route(ctx))
                .addKeyValue("status", ctx.response().getStatusCode())
                .addKeyValue("bytes", ctx.response().bytesWritten())
                .addKeyValue("micros", TimeUnit.NANOSECONDS.toMicros(System.nanoTime() - begun))
                .addKeyValue("key", caller == null ? null : caller.keyId())
                .addKeyValue("seller", caller == null ? null : caller.sellerId())
                .log("request");
    }

    private static @Nullable String route(RoutingContext ctx) {
        Route route = ctx.currentRoute();
        return route == null ? null : route.getPath();
    }
}
