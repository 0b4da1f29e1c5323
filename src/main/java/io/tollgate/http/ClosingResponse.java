package io.tollgate.http;

import io.vertx.ext.web.RoutingContext;

/**
 * Ends a connection after an answer that came before its request did. What is still on its way is not read,
 * and whoever goes on sending, however slowly, is not heard.
 */
public final class ClosingResponse {
    /** For the answer to arrive: a connection that is closed on what nobody read takes it back. */
    private static final int LINGER_MILLIS = 1_000;

    private ClosingResponse() {}

    /** To be called before the answer. */
    public static void on(RoutingContext ctx) {
        ctx.response().headers().set("Connection", "close");
        ctx.addEndHandler(ended -> ctx.vertx()
                .setTimer(LINGER_MILLIS, late -> ctx.request().connection().close()));
    }
}
