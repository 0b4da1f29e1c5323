package io.tollgate.platform.server;

import io.github.bucket4j.Bucket;
import io.github.bucket4j.ConsumptionProbe;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.http.Caller;
import io.tollgate.platform.server.TokenBuckets.Rate;
import io.vertx.core.Handler;
import io.vertx.core.MultiMap;
import io.vertx.ext.web.RoutingContext;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * Limits the request rate with one token bucket per key and one per seller. A request needs a token of both. The
 * headers show the bucket with fewer tokens left.
 */
public final class RateLimit implements Handler<RoutingContext> {
    private final TokenBuckets keys = new TokenBuckets();
    private final TokenBuckets sellers = new TokenBuckets();
    private final RateLimitSettings settings;

    public RateLimit(RateLimitSettings settings) {
        this.settings = settings;
    }

    @Override
    public void handle(RoutingContext ctx) {
        Caller caller = Caller.of(ctx);
        ConsumptionProbe key = keyBucket(caller).tryConsumeAndReturnRemaining(1);
        if (!key.isConsumed()) {
            // Consumes no token of the seller: a throttled key must not block the seller's other keys.
            reject(ctx, caller.rateBurst(), key);
        }
        ConsumptionProbe seller = sellerBucket(caller).tryConsumeAndReturnRemaining(1);
        if (!seller.isConsumed()) {
            reject(ctx, settings.sellerBurst(), seller);
        }
        boolean keyIsTighter = key.getRemainingTokens() <= seller.getRemainingTokens();
        headers(ctx, keyIsTighter ? caller.rateBurst() : settings.sellerBurst(), keyIsTighter ? key : seller);
        ctx.next();
    }

    private static void reject(RoutingContext ctx, int limit, ConsumptionProbe spent) {
        headers(ctx, limit, spent);
        throw ApiError.rateLimited(Duration.ofNanos(spent.getNanosToWaitForRefill()));
    }

    /** Adds the headers of the rate limit to responses that consume no token, such as 404 for an unknown path. */
    public void show(RoutingContext ctx) {
        addHeaders(ctx);
        ctx.next();
    }

    /** Adds the headers of the rate limit to a response without consuming a token. */
    public void addHeaders(RoutingContext ctx) {
        Caller caller = Caller.ofNullable(ctx);
        if (caller != null) {
            headers(
                    ctx,
                    caller.rateBurst(),
                    keyBucket(caller).estimateAbilityToConsume(1).getRemainingTokens(),
                    0);
        }
    }

    private Bucket keyBucket(Caller caller) {
        return keys.of(caller.principal().text(), Rate.perSecond(caller.rateBurst(), caller.ratePerSecond()));
    }

    private Bucket sellerBucket(Caller caller) {
        return sellers.of(caller.sellerId(), Rate.perSecond(settings.sellerBurst(), settings.sellerPerSecond()));
    }

    private static void headers(RoutingContext ctx, int limit, ConsumptionProbe probe) {
        headers(ctx, limit, probe.getRemainingTokens(), probe.getNanosToWaitForReset());
    }

    private static void headers(RoutingContext ctx, int limit, long remaining, long nanosToReset) {
        MultiMap headers = ctx.response().headers();
        headers.set("RateLimit-Limit", Integer.toString(limit));
        headers.set("RateLimit-Remaining", Long.toString(remaining));
        headers.set("RateLimit-Reset", Long.toString(TimeUnit.NANOSECONDS.toSeconds(nanosToReset + 999_999_999)));
    }
}
