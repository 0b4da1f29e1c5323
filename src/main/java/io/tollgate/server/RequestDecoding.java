package io.tollgate.server;

import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import io.tollgate.error.ApiError;
import io.tollgate.http.SafeHeaders;
import io.vertx.core.Handler;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.net.HostAndPort;

/**
 * Hands requests on to the router. What is not even HTTP, is too large to be read, or says neither to which host nor to
 * which path it goes, the router would answer in ways of its own: it is answered here, in the one form.
 */
public final class RequestDecoding implements Handler<HttpServerRequest> {
    private final Handler<HttpServerRequest> router;
    private final RequestLog log;

    public RequestDecoding(Handler<HttpServerRequest> router, RequestLog log) {
        this.router = router;
        this.log = log;
    }

    @Override
    public void handle(HttpServerRequest request) {
        if (!namesItsHost(request)) {
            refuse(request, ApiError.malformed("A request must name its host"));
        } else if (!request.path().startsWith("/")) {
            refuse(request, withoutPath(request));
        } else {
            router.handle(request);
        }
    }

    /** Answers what could not be read. */
    public void refuse(HttpServerRequest request) {
        Throwable cause = request.decoderResult().cause();
        refuse(
                request,
                cause instanceof TooLongHttpLineException
                        ? ApiError.refused(414, "uri_too_long", "The address of the request is too long")
                        : cause instanceof TooLongHttpHeaderException
                                ? ApiError.refused(431, "headers_too_large", "The headers of the request are too large")
                                : ApiError.malformed("The request is not valid HTTP"));
    }

    /** Only callers that speak HTTP/1.0 need not. */
    private static boolean namesItsHost(HttpServerRequest request) {
        HostAndPort host = request.authority();
        boolean old = request.version() == HttpVersion.HTTP_1_0;
        return host == null
                ? old && !request.headers().contains("Host")
                : !host.host().isEmpty();
    }

    /** Two methods take something else than a path; there is nothing here that they could be about. */
    private static ApiError withoutPath(HttpServerRequest request) {
        HttpMethod method = request.method();
        boolean right = method.equals(HttpMethod.CONNECT)
                || (method.equals(HttpMethod.OPTIONS) && request.uri().equals("*"));
        return right
                ? ApiError.methodNotAllowed(method.name(), "GET, HEAD, POST, PATCH, DELETE")
                : ApiError.malformed("The address of a request must begin with a slash");
    }

    private void refuse(HttpServerRequest request, ApiError error) {
        long begun = System.nanoTime();
        String id = log.mark(request.response());
        SafeHeaders.on(request.response(), request.isSSL());
        request.response().putHeader("Connection", "close");
        FailureHandler.write(request, error, id).onComplete(ended -> {
            log.rejected(request, id, begun);
            request.connection().close();
        });
    }
}
