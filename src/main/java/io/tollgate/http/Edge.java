package io.tollgate.http;

import io.tollgate.error.ApiError;
import io.vertx.core.Handler;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.RoutingContext;
import java.util.List;
import java.util.Set;

/**
 * What every request must be before anything else looks at it: not too many headers, one host, and
 * private on its way here.
 *
 * <p>A plain-text request from elsewhere is refused, not redirected: its key has been on the wire
 * already, and a redirect would teach callers to go on so.
 */
final class Edge implements Handler<RoutingContext> {
    private final int headerCountMax;
    private final Set<String> trustedProxies;

    Edge(int headerCountMax, List<String> trustedProxies) {
        this.headerCountMax = headerCountMax;
        this.trustedProxies = Set.copyOf(trustedProxies);
    }

    @Override
    public void handle(RoutingContext ctx) {
        HttpServerRequest request = ctx.request();
        if (request.headers().size() > headerCountMax) {
            throw ApiError.refused(431, "headers_too_large", "A request may have " + headerCountMax + " headers");
        }
        if (request.headers().getAll("Host").size() > 1) {
            throw ApiError.malformed("A request must name one host");
        }
        if (!request.isSSL() && !fromLoopback(request) && !throughTrustedProxy(request)) {
            throw ApiError.refused(
                    403, "https_required", "This API is served over HTTPS only. Consider the key that you sent exposed.");
        }
        ctx.next();
    }

    private static boolean fromLoopback(HttpServerRequest request) {
        String host = request.remoteAddress().hostAddress();
        return host != null && (host.startsWith("127.") || host.equals("::1") || host.equals("0:0:0:0:0:0:0:1"));
    }

    private boolean throughTrustedProxy(HttpServerRequest request) {
        return trustedProxies.contains(request.remoteAddress().hostAddress())
                && "https".equalsIgnoreCase(request.getHeader("X-Forwarded-Proto"));
    }
}
