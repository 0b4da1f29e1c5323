package io.tollgate.platform.api;

import io.tollgate.platform.error.ApiError;
import io.vertx.core.Handler;
import io.vertx.ext.web.RoutingContext;

/**
 * Returns 503 if the response does not begin within the request timeout. Each step of a request has its own timeout;
 * this one bounds their sum. The write of such a request can still commit; a retry with the same idempotency key
 * returns its result.
 */
public final class Deadline implements Handler<RoutingContext> {
    private final long millis;

    public Deadline(long millis) {
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
