package io.tollgate.platform.server;

import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.http.SafeHeaders;
import io.vertx.core.Handler;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.net.HostAndPort;

/**
 * Passes requests to the router. Rejects requests that are not valid HTTP, are too large, or have no valid host or
 * path: the router would respond to them in other formats than the error format of the API.
 */
public record RequestDecoding(Handler<HttpServerRequest> router, RequestLog log) implements Handler<HttpServerRequest> {
    @Override
    public void handle(HttpServerRequest request) {
        if (!hasValidHost(request)) {
            refuse(request, ApiError.malformed("The Host header is missing or invalid"));
        } else if (!request.path().startsWith("/")) {
            refuse(request, noPathError(request));
        } else {
            router.handle(request);
        }
    }

    /** Responds to a request that could not be decoded. */
    public void refuse(HttpServerRequest request) {
        Throwable cause = request.decoderResult().cause();
        refuse(
                request,
                cause instanceof TooLongHttpLineException
                        ? ApiError.refused(414, "uri_too_long", "The request URI is too long")
                        : cause instanceof TooLongHttpHeaderException
                                ? ApiError.refused(431, "headers_too_large", "The request headers are too large")
                                : ApiError.malformed("The request is not valid HTTP"));
    }

    /** Returns whether the request has a valid host. HTTP/1.0 does not require one. */
    private static boolean hasValidHost(HttpServerRequest request) {
        HostAndPort host = request.authority();
        boolean http10 = request.version() == HttpVersion.HTTP_1_0;
        return host == null
                ? http10 && !request.headers().contains("Host")
                : !host.host().isEmpty();
    }

    /**
     * Rejects {@code CONNECT} and {@code OPTIONS *} as not allowed, whose request target is not a path; other requests
     * as malformed.
     */
    private static ApiError noPathError(HttpServerRequest request) {
        HttpMethod method = request.method();
        boolean validTarget = method.equals(HttpMethod.CONNECT)
                || (method.equals(HttpMethod.OPTIONS) && request.uri().equals("*"));
        return validTarget
                ? ApiError.methodNotAllowed(method.name(), "GET, HEAD, POST, PATCH, DELETE")
                : ApiError.malformed("The request path must begin with a slash");
    }

    private void refuse(HttpServerRequest request, ApiError error) {
        long start = System.nanoTime();
        String id = log.mark(request.response());
        SafeHeaders.on(request.response(), request.isSSL());
        request.response().putHeader("Connection", "close");
        FailureHandler.write(request, error, id).onComplete(ended -> {
            log.rejected(request, id, start);
            request.connection().close();
        });
    }
}
