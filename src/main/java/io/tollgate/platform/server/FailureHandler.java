package io.tollgate.platform.server;

import io.tollgate.platform.db.Outage;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.error.NearestPath;
import io.tollgate.platform.http.ErrorBody;
import io.tollgate.platform.http.RequestId;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.handler.HttpException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes all error responses. */
public final class FailureHandler {
    private static final Logger LOG = LoggerFactory.getLogger(FailureHandler.class);

    /** The body that the interface prescribes for 401. It does not reveal the reason. */
    private static final String UNAUTHORIZED =
            "{\"error\":\"Unauthorized\",\"message\":\"Missing or invalid API key\"}";

    private static final String CHALLENGE = "WWW-Authenticate";
    private static final String SENT = "sentError";

    private FailureHandler() {}

    /** Sets the header that a 401 of this request has in place of {@code Bearer}. */
    public static void challenge(RoutingContext ctx, String value) {
        ctx.put(CHALLENGE, value);
    }

    /** Sends the error response of a request that matched no route, with the nearest path. */
    public static void handleUnmatched(RoutingContext ctx, NearestPath known) {
        if (ctx.failure() != null) {
            handle(ctx);
            return;
        }
        String nearest = known.to(String.valueOf(ctx.request().path()))
                .map(path -> "; did you mean " + path + "?")
                .orElse("");
        respond(ctx, ApiError.refused(404, "not_found", "No such path" + nearest));
    }

    /** Sends the error response of a failed request. Resets the stream if the response head is already sent. */
    public static void handle(RoutingContext ctx) {
        respond(ctx, error(ctx));
    }

    /** Returns the error that was sent as the response to a request; null if none was. */
    public static @Nullable ApiError sent(RoutingContext ctx) {
        return ctx.get(SENT);
    }

    private static void respond(RoutingContext ctx, ApiError error) {
        HttpServerResponse response = ctx.response();
        if (response.ended() || response.closed()) {
            return;
        }
        if (response.headWritten()) {
            response.reset();
            return;
        }
        String challenge = ctx.get(CHALLENGE);
        if (challenge != null && error.status() == 401) {
            response.headers().set(CHALLENGE, challenge);
        }
        ctx.put(SENT, error);
        var unused = write(ctx.request(), error, RequestId.of(ctx));
    }

    /** Sends an error response, also to a request that matched no route. */
    static Future<Void> write(HttpServerRequest request, ApiError error, @Nullable String requestId) {
        HttpServerResponse response = request.response().setStatusCode(error.status());
        Buffer body = Buffer.buffer(error.status() == 401 ? UNAUTHORIZED : ErrorBody.of(error, requestId));
        response.headers().set("Content-Type", "application/json");
        response.headers().set("Content-Length", Integer.toString(body.length()));
        error.headers().forEach((name, value) -> response.headers().set(name, value));
        if (error.status() == 401 && !response.headers().contains(CHALLENGE)) {
            response.headers().set(CHALLENGE, "Bearer");
        }
        return request.method().equals(HttpMethod.HEAD) ? response.end() : response.end(body);
    }

    /** Returns the error of a failed request. Logs a failure that is a defect. */
    public static ApiError error(RoutingContext ctx) {
        Throwable failure = ctx.failure();
        if (failure instanceof ApiError known) {
            return known;
        }
        if (failure instanceof HttpException http) {
            return ofStatus(ctx, http.getStatusCode());
        }
        if (failure == null) {
            return ofStatus(ctx, ctx.statusCode());
        }
        // Only direct memory can be exhausted here, by clients that do not read: the JVM exits when the heap is full.
        if (Outage.is(failure) || failure instanceof OutOfMemoryError) {
            if (RequestLog.isLogged(ctx)) {
                LOG.atWarn().addKeyValue("requestId", RequestId.of(ctx)).log("Returning 503: {}", failure.toString());
            }
            return ApiError.unavailable();
        }
        LOG.atError()
                .addKeyValue("requestId", RequestId.of(ctx))
                .setCause(failure)
                .log("Request failed");
        return ofStatus(ctx, 500);
    }

    /** Returns the error that a failure becomes, without logging it. */
    public static ApiError known(Throwable failure) {
        if (failure instanceof ApiError known) {
            return known;
        }
        return Outage.is(failure) ? ApiError.unavailable() : internal();
    }

    private static ApiError internal() {
        return ApiError.refused(500, "internal_error", "An internal error occurred");
    }

    private static ApiError ofStatus(RoutingContext ctx, int status) {
        return switch (status) {
            case 400 -> ApiError.malformed("The request cannot be read");
            case 401 -> ApiError.unauthorized();
            case 404 -> ApiError.refused(404, "not_found", "No such path");
            // Endpoints set their own Allow header; all other routes serve documents.
            case 405 -> ApiError.methodNotAllowed(ctx.request().method().name(), "GET, HEAD");
            case 413 -> ApiError.refused(413, "body_too_large", "The request body is too large");
            case 414 -> ApiError.refused(414, "uri_too_long", "The request URI is too long");
            case 415 -> ApiError.refused(415, "unsupported_media_type", "Content-Type must be application/json");
            case 431 -> ApiError.refused(431, "headers_too_large", "The request headers are too large");
            case 503 -> ApiError.unavailable();
            default -> internal();
        };
    }
}
