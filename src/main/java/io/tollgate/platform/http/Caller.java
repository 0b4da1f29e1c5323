package io.tollgate.platform.http;

import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.resource.Scope;
import io.vertx.ext.web.RoutingContext;
import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The caller of a request: its key, seller and mode.
 *
 * @param scopes what the key may do, such as {@code payments:read}; null for everything
 * @param expiresAt when the key stops working; null for never
 * @param ratePerSecond sustained request rate of the key
 * @param rateBurst size of the burst above that rate
 */
public record Caller(
        String keyId,
        String sellerId,
        boolean live,
        @Nullable Set<String> scopes,
        @Nullable Instant expiresAt,
        int ratePerSecond,
        int rateBurst) {
    /** The attribute of the authenticated user that contains its caller. */
    public static final String ATTRIBUTE = "caller";

    /**
     * Returns the caller of an authenticated request.
     *
     * @throws ApiError 401 without authentication
     */
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

    /** Returns whether the key may do what a scope names. */
    public boolean may(String scope) {
        return scopes == null || scopes.contains(scope);
    }

    /**
     * Requires a scope of the key.
     *
     * @throws ApiError 403 if the key lacks it
     */
    public void require(String scope) {
        if (!may(scope)) {
            throw ApiError.forbidden(
                    "missing_scope",
                    "This API key lacks the scope " + scope + ". Use a key with this scope, or add it to the key.");
        }
    }

    /** Returns the scope of writes, which is always the mode of the key. */
    public Scope writing() {
        return new Scope(sellerId, live);
    }

    /**
     * Returns the scope of a read. A live key may read test records; a test key cannot read live ones.
     *
     * @param livemode the requested mode; null for the mode of the key
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
