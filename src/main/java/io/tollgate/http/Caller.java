package io.tollgate.http;

import io.tollgate.error.ApiError;
import io.tollgate.resource.Scope;
import io.vertx.ext.web.RoutingContext;
import org.jspecify.annotations.Nullable;

/**
 * Who calls: the key, its seller and its mode.
 *
 * @param ratePerSecond how many requests a second the key may make
 * @param rateBurst how many it may save up
 */
public record Caller(String keyId, String sellerId, boolean live, int ratePerSecond, int rateBurst) {
    /** Where the authenticated user carries its caller. */
    public static final String ATTRIBUTE = "caller";

    /** The caller of a request that has passed authentication. */
    public static Caller of(RoutingContext ctx) {
        Caller caller = ofNullable(ctx);
        if (caller == null) {
            throw ApiError.unauthorized();
        }
        return caller;
    }

    public static @Nullable Caller ofNullable(RoutingContext ctx) {
        return ctx.user() == null ? null : (Caller) ctx.user().attributes().getValue(ATTRIBUTE);
    }

    /** Whose records a write touches: writes act in the key's mode. */
    public Scope writing() {
        return new Scope(sellerId, live);
    }

    /**
     * Whose records a read shows. A live key may ask for test records; a test key never sees live
     * ones.
     *
     * @param livemode the mode asked for, or null for the key's own
     */
    public Scope reading(@Nullable Boolean livemode) {
        if (livemode != null && livemode && !live) {
            throw ApiError.forbidden(
                    "test_key_live_data",
                    "Test API keys can only read test data. Remove the livemode parameter or use a live API key.");
        }
        return new Scope(sellerId, livemode == null ? live : livemode);
    }
}
