package io.tollgate.api;

import io.tollgate.error.ApiError;
import io.vertx.core.Handler;
import io.vertx.ext.web.RoutingContext;

/**
 * Returns 503 if a response takes too long. Each wait has its own limit; this one bounds their sum. A write may still
 * take effect; a retry with its idempotency key returns the result.
 */
final class Deadline implements Handler<RoutingContext> {
    private final long millis;

    Deadline(long millis) {
        this.millis = millis;
    }

    @Override
    public void handle(RoutingContext ctx) {
        long timer = ctx.vertx().setTimer(millis, late -> {
            if (!ctx.response().headWritten()) {
                ctx.fail(ApiError.unavailable());
            }
        });
        ctx.addEndHandler(ended -> ctx.vertx().cancelTimer(timer));
        ctx.next();
    }
}
