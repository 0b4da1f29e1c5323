package io.tollgate.http;

import io.netty.handler.ipfilter.IpFilterRuleType;
import io.netty.handler.ipfilter.IpSubnetFilterRule;
import io.tollgate.error.ApiError;
import io.vertx.core.Handler;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.RoutingContext;
import java.net.InetSocketAddress;
import java.util.List;

/**
 * What every request must be before anything else looks at it: not too many headers, one host, and
 * private on its way here.
 *
 * <p>A plain-text request from elsewhere is refused, not redirected: its key has been on the wire
 * already, and a redirect would teach callers to go on so.
 */
final class Edge implements Handler<RoutingContext> {
    private final int headerCountMax;
    private final List<IpSubnetFilterRule> trustedProxies;

    Edge(int headerCountMax, List<String> trustedProxies) {
        this.headerCountMax = headerCountMax;
        this.trustedProxies = trustedProxies.stream().map(Edge::network).toList();
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
                    403,
                    "https_required",
                    "This API is served over HTTPS only. Consider the key that you sent exposed.");
        }
        ctx.next();
    }

    private static boolean fromLoopback(HttpServerRequest request) {
        String host = request.remoteAddress().hostAddress();
        return host != null && (host.startsWith("127.") || host.equals("::1") || host.equals("0:0:0:0:0:0:0:1"));
    }

    private boolean throughTrustedProxy(HttpServerRequest request) {
        if (!"https".equalsIgnoreCase(request.getHeader("X-Forwarded-Proto"))) {
            return false;
        }
        InetSocketAddress from = new InetSocketAddress(
                request.remoteAddress().hostAddress(), request.remoteAddress().port());
        return trustedProxies.stream().anyMatch(network -> network.matches(from));
    }

    /** An address or a network, like 10.0.0.0/8. */
    private static IpSubnetFilterRule network(String text) {
        int slash = text.indexOf('/');
        String address = slash < 0 ? text : text.substring(0, slash);
        int whole = address.indexOf(':') < 0 ? 32 : 128;
        int prefix = slash < 0 ? whole : Integer.parseInt(text.substring(slash + 1));
        return new IpSubnetFilterRule(address, prefix, IpFilterRuleType.ACCEPT);
    }
}
