package io.tollgate.platform.http;

import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.resource.Principal;
import io.tollgate.platform.resource.Scope;
import io.vertx.ext.web.RoutingContext;
import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The caller of a request: its principal, seller and mode.
 *
 * @param principal the API key, or the member in the dashboard
 * @param scopes what the caller may do, such as {@code payments:read}; null for everything
 * @param expiresAt when the key stops working; null for never
 * @param pages ids of the pages that the caller may see; null for all pages and everything else
 * @param ceilings the most that the key may give away; null without ceilings
 * @param ratePerSecond sustained request rate of the principal
 * @param rateBurst size of the burst above that rate
 */
public record Caller(
        Principal principal,
        String sellerId,
        boolean live,
        @Nullable Set<String> scopes,
        @Nullable Instant expiresAt,
        @Nullable Set<String> pages,
        @Nullable Ceilings ceilings,
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

    /** Returns whether the caller may do what a scope names. */
    public boolean may(String scope) {
        return scopes == null || scopes.contains(scope);
    }

    /**
     * Requires a scope.
     *
     * @throws ApiError 403 if the caller lacks it
     */
    public void require(String scope) {
        if (!may(scope)) {
            throw ApiError.forbidden(
                    "missing_scope",
                    principal.kind() == Principal.Kind.MEMBER
                            ? "Your role lacks the scope " + scope + "."
                            : "This API key lacks the scope " + scope
                                    + ". Use a key with this scope, or add it to the key.");
        }
    }

    /** Returns whether the caller may see a page and what belongs to it. */
    public boolean reaches(String pageId) {
        return pages == null || pages.contains(pageId);
    }

    /** Returns the scope of writes, which is always the mode of the caller. */
    public Scope writing() {
        return new Scope(sellerId, live, pages);
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
        return new Scope(sellerId, livemode == null ? live : livemode, pages);
    }
}
