package io.tollgate.server;

import io.tollgate.error.ApiError;
import io.tollgate.http.ClientId;
import io.tollgate.http.Networks;
import io.tollgate.http.QueryString;
import io.tollgate.http.SafeHeaders;
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
 * What every request must be before anything else looks at it: not too many headers, one host that is
 * ours, and private on its way here.
 *
 * <p>A plain-text request from elsewhere is refused, not redirected: its key has been on the wire
 * already, and a redirect would teach callers to go on so.
 */
public final class RequestGuard implements Handler<RoutingContext> {
    private static final Pattern DIGITS = Pattern.compile("[0-9]{1,18}");
    private static final Pattern BROKEN_ENCODING = Pattern.compile("^[^?]*%(?![0-9a-fA-F]{2})");

    private static final Pattern PORT = Pattern.compile(":[0-9]+$");
    private static final String FORWARDED_PROTO = "X-Forwarded-Proto";

    private final int headerCountMax;
    private final Networks trustedProxies;
    private final Set<String> hosts;

    /** @param hosts names under which requests may come; none allows any */
    public RequestGuard(int headerCountMax, List<String> trustedProxies, List<String> hosts) {
        this.headerCountMax = headerCountMax;
        this.trustedProxies = Networks.of(trustedProxies);
        this.hosts = hosts.stream().map(host -> host.toLowerCase(Locale.ROOT)).collect(Collectors.toUnmodifiableSet());
    }

    @Override
    public void handle(RoutingContext ctx) {
        HttpServerRequest request = ctx.request();
        ClientId.mark(ctx, trustedProxies);
        boolean encrypted = isPrivate(request);
        SafeHeaders.on(ctx.response(), encrypted);
        refuseHeaders(request);
        if (request.headers().getAll("Host").size() > 1) {
            throw ApiError.malformed("A request must name one host");
        }
        if (!plainlyFramed(request)) {
            ctx.addEndHandler(ended -> request.connection().close());
            throw ApiError.malformed("A request must tell in one plain way where it ends");
        }
        if (request.uri().indexOf('%') >= 0
                && BROKEN_ENCODING.matcher(request.uri()).find()) {
            throw ApiError.malformed("The address of the request is not percent-encoded");
        }
        // Of paths that need a key, nothing is told before it.
        if (!request.path().startsWith("/v1/")) {
            refuseBrokenQuery(request);
        }
        if (!encrypted && (!fromLoopback(request) || saysPlain(request))) {
            throw ApiError.refused(
                    403,
                    "https_required",
                    "This API is served over HTTPS only. Consider the key that you sent exposed.");
        }
        if (!hosts.isEmpty() && !hosts.contains(host(request))) {
            throw ApiError.refused(421, "misdirected_request", "This host is not served here");
        }
        ctx.next();
    }

    private void refuseHeaders(HttpServerRequest request) {
        int headers = 0;
        for (Map.Entry<String, String> header : request.headers()) {
            headers++;
            if (header.getKey().isEmpty()) {
                throw ApiError.malformed("A header must have a name");
            }
        }
        if (headers > headerCountMax) {
            throw ApiError.refused(431, "headers_too_large", "A request may have " + headerCountMax + " headers");
        }
    }

    /** The router decodes the query to match a path with an id, and fails at what cannot be decoded. */
    public static void refuseBrokenQuery(HttpServerRequest request) {
        String query = request.query();
        if (query != null && query.indexOf('%') >= 0) {
            var unused = QueryString.parse(query);
        }
    }

    private boolean isPrivate(HttpServerRequest request) {
        return request.isSSL() || fromTrustedProxy(request) && forwardedAs(request, "https");
    }

    /** A proxy on this very machine hands on what came to it in plain text from elsewhere. */
    private boolean saysPlain(HttpServerRequest request) {
        return fromTrustedProxy(request) && request.headers().contains(FORWARDED_PROTO);
    }

    /** Whether all that was said of the way here is this: a caller may have said it first, and the proxy next. */
    private static boolean forwardedAs(HttpServerRequest request, String scheme) {
        List<String> said = request.headers().getAll(FORWARDED_PROTO);
        return !said.isEmpty()
                && said.stream()
                        .flatMap(value -> Stream.of(value.split(",", -1)))
                        .allMatch(value -> value.strip().equalsIgnoreCase(scheme));
    }

    /** The name in the Host header, without its port. */
    private static String host(HttpServerRequest request) {
        String host = request.getHeader("Host");
        return host == null ? "" : PORT.matcher(host).replaceFirst("").toLowerCase(Locale.ROOT);
    }

    /**
     * Whether nobody on the way can have seen another end of the request than we do: what follows
     * it on the connection might have been smuggled past them.
     */
    private static boolean plainlyFramed(HttpServerRequest request) {
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
