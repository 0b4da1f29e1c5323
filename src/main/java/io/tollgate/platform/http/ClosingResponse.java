package io.tollgate.platform.http;

import io.tollgate.platform.error.ApiError;
import io.vertx.ext.web.RoutingContext;

/**
 * Closes a connection after a response that was sent before the complete request was received. The rest of the request
 * is not read, so a client cannot keep the connection open by sending slowly.
 */
public final class ClosingResponse {
    /**
     * Delay before the close, so that the response arrives. Closing a connection with unread input resets it, and the
     * client could lose the response.
     */
    private static final int LINGER_MILLIS = 1_000;

    private ClosingResponse() {}

    /** Sets up the close. Call before the response is sent. */
    public static void on(RoutingContext ctx) {
        ctx.response().headers().set("Connection", "close");
        ctx.addEndHandler(ended -> ctx.vertx()
                .setTimer(LINGER_MILLIS, late -> ctx.request().connection().close()));
    }

    /** Sets up the close and returns the error, for a handler that throws it. */
    public static ApiError with(RoutingContext ctx, ApiError error) {
        on(ctx);
        return error;
    }

    /** Fails the request and sets up the close, unless the request has failed before. */
    public static void fail(RoutingContext ctx, ApiError error) {
        if (!ctx.failed()) {
            ctx.fail(with(ctx, error));
        }
    }
}
