package io.tollgate.platform.server;

import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.http.ClientId;
import io.tollgate.platform.http.Networks;
import io.tollgate.platform.http.QueryString;
import io.tollgate.platform.http.SafeHeaders;
import io.vertx.core.Handler;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.RoutingContext;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Checks every request before any other handler: the number of headers, one host that is allowed, and encrypted
 * transport.
 *
 * <p>Rejects a plain-text request from another machine instead of redirecting it. Its key has already been exposed, and
 * a redirect would hide the mistake from the client.
 */
public final class RequestGuard implements Handler<RoutingContext> {
    private static final Pattern DIGITS = Pattern.compile("[0-9]{1,18}");
    private static final Pattern BROKEN_ENCODING = Pattern.compile("^[^?]*%(?![0-9a-fA-F]{2})");

    private static final Pattern PORT = Pattern.compile(":[0-9]+$");
    private static final String FORWARDED_PROTO = "X-Forwarded-Proto";

    private final int headerCountMax;
    private final Networks trustedProxies;
    private final Set<String> hosts;

    /** @param hosts names that the Host header may have; empty: any name */
    public RequestGuard(int headerCountMax, List<String> trustedProxies, List<String> hosts) {
        this.headerCountMax = headerCountMax;
        this.trustedProxies = Networks.of(trustedProxies);
        this.hosts = hosts.stream().map(host -> host.toLowerCase(Locale.ROOT)).collect(Collectors.toUnmodifiableSet());
    }

    @Override
    public void handle(RoutingContext ctx) {
        HttpServerRequest request = ctx.request();
        ClientId.mark(ctx, trustedProxies);
        boolean encrypted = isEncrypted(request);
        SafeHeaders.on(ctx.response(), encrypted);
        checkHeaders(request);
        if (request.headers().getAll("Host").size() > 1) {
            throw ApiError.malformed("The request must have exactly one Host header");
        }
        if (!hasUnambiguousLength(request)) {
            ctx.addEndHandler(ended -> request.connection().close());
            throw ApiError.malformed(
                    "The request length is ambiguous: send one Content-Length, or Transfer-Encoding: chunked");
        }
        if (request.uri().indexOf('%') >= 0
                && BROKEN_ENCODING.matcher(request.uri()).find()) {
            throw ApiError.malformed("The request path is not valid percent-encoding");
        }
        // Paths that need a key reveal nothing before authentication.
        if (!request.path().startsWith("/v1/")) {
            refuseBrokenQuery(request);
        }
        if (!encrypted && (!fromLoopback(request) || isForwarded(request))) {
            throw ApiError.refused(
                    403,
                    "https_required",
                    "This API requires HTTPS. If the request contained an API key, consider it exposed.");
        }
        if (!hosts.isEmpty() && !hosts.contains(host(request))) {
            throw ApiError.refused(421, "misdirected_request", "The gateway does not serve this host");
        }
        ctx.next();
    }

    private void checkHeaders(HttpServerRequest request) {
        int headers = 0;
        for (Map.Entry<String, String> header : request.headers()) {
            headers++;
            if (header.getKey().isEmpty()) {
                throw ApiError.malformed("A request header has no name");
            }
        }
        if (headers > headerCountMax) {
            throw ApiError.refused(
                    431, "headers_too_large", "A request may have at most " + headerCountMax + " headers");
        }
    }

    /**
     * Rejects a query that cannot be decoded. The router decodes the query when it matches a path with an id, and fails
     * on an invalid one.
     */
    public static void refuseBrokenQuery(HttpServerRequest request) {
        String query = request.query();
        if (query != null && query.indexOf('%') >= 0) {
            var unused = QueryString.parse(query);
        }
    }

    private boolean isEncrypted(HttpServerRequest request) {
        return request.isSSL() || fromTrustedProxy(request) && forwardedAs(request, "https");
    }

    /**
     * Returns whether a trusted proxy reports the scheme of the client. A proxy on this machine may forward plain-text
     * requests of other machines.
     */
    private boolean isForwarded(HttpServerRequest request) {
        return fromTrustedProxy(request) && request.headers().contains(FORWARDED_PROTO);
    }

    /**
     * Returns whether all values of {@code X-Forwarded-Proto} are this scheme. The client may have sent the first
     * value; the proxy adds its own.
     */
    private static boolean forwardedAs(HttpServerRequest request, String scheme) {
        List<String> values = request.headers().getAll(FORWARDED_PROTO);
        return !values.isEmpty()
                && values.stream()
                        .flatMap(value -> Stream.of(value.split(",", -1)))
                        .allMatch(value -> value.strip().equalsIgnoreCase(scheme));
    }

    /** Returns the host of the Host header in lower case, without its port. */
    private static String host(HttpServerRequest request) {
        String host = request.getHeader("Host");
        return host == null ? "" : PORT.matcher(host).replaceFirst("").toLowerCase(Locale.ROOT);
    }

    /**
     * Returns whether the length of the request is unambiguous. Otherwise a proxy could see another end of the request,
     * and a second request could be smuggled past it.
     */
    private static boolean hasUnambiguousLength(HttpServerRequest request) {
        List<String> encodings = request.headers().getAll("Transfer-Encoding");
        List<String> lengths = request.headers().getAll("Content-Length");
        if (!encodings.isEmpty()) {
            return encodings.size() == 1 && encodings.get(0).equalsIgnoreCase("chunked") && lengths.isEmpty();
        }
        return lengths.size() <= 1
                && lengths.stream().allMatch(length -> DIGITS.matcher(length).matches());
    }

    private static boolean fromLoopback(HttpServerRequest request) {
        String host = request.remoteAddress().hostAddress();
        return host != null && (host.startsWith("127.") || host.equals("::1") || host.equals("0:0:0:0:0:0:0:1"));
    }

    private boolean fromTrustedProxy(HttpServerRequest request) {
        return trustedProxies.contains(request.remoteAddress());
    }
}
