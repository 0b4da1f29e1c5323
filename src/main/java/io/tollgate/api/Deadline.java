package io.tollgate.api;

import io.tollgate.error.ApiError;
import io.vertx.core.Handler;
import io.vertx.ext.web.RoutingContext;

/**
 * Answers 503 where an answer takes too long: each wait has a bound of its own, and this one holds
 * whatever they add up to. A write may still take effect; its idempotency key tells.
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
