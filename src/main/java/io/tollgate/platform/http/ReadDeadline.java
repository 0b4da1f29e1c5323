package io.tollgate.platform.http;

import io.vertx.ext.web.RoutingContext;

/** Closes the connection of a client that reads a response too slowly. */
public final class ReadDeadline {
    /** A client that reads more slowly than this is disconnected. */
    public static final long BYTES_PER_MILLI = 16;

    private static final int GRACE_MILLIS = 30_000;

    private ReadDeadline() {}

    /** Starts the deadline of a response; it ends with the response. */
    static void start(RoutingContext ctx, long bytes) {
        long timer = ctx.vertx().setTimer(GRACE_MILLIS + bytes / BYTES_PER_MILLI, late -> ConnectionReset.of(ctx));
        ctx.addEndHandler(ended -> ctx.vertx().cancelTimer(timer));
    }
}
