package io.tollgate.platform.http;

import io.tollgate.platform.error.ApiError;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.RoutingContext;

/**
 * Closes a connection after a response that was sent before the complete request was received. The connection is
 * closed soon, so a client cannot keep it open by sending slowly, and until then it keeps nothing of the request in
 * memory, which many of them at once would exhaust.
 */
public final class ClosingResponse {
    /**
     * Delay before the close, so that the response arrives. Closing a connection with unread input resets it, and the
     * client could lose the response.
     */
    private static final int LINGER_MILLIS = 1_000;

    private ClosingResponse() {}

    /** Sets up the close, for a request whose body nobody reads. Call before the response is sent. */
    public static void on(RoutingContext ctx) {
        discard(ctx.request());
        close(ctx);
    }

    /** Sets up the close and returns the error, for a handler that throws it. */
    public static ApiError with(RoutingContext ctx, ApiError error) {
        on(ctx);
        return error;
    }

    /** Fails a request whose body is being read, and sets up the close, unless the request has failed before. */
    public static void fail(RoutingContext ctx, ApiError error) {
        if (!ctx.failed()) {
            close(ctx);
            ctx.fail(error);
        }
    }

    /** Reads and discards a body until the connection is closed. What was read ahead does not stay in memory. */
    public static void discard(HttpServerRequest request) {
        if (!request.isEnded()) {
            request.endHandler(null).handler(chunk -> {}).resume();
        }
    }

    private static void close(RoutingContext ctx) {
        ctx.response().headers().set("Connection", "close");
        ctx.addEndHandler(ended -> ctx.vertx()
                .setTimer(LINGER_MILLIS, late -> ctx.request().connection().close()));
    }
}
