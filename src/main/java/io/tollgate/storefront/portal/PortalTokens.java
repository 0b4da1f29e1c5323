package io.tollgate.storefront.portal;

import io.tollgate.platform.resource.Scope;
import io.tollgate.platform.secret.HashedTokens;
import io.tollgate.platform.secret.RotatingKey;
import io.vertx.core.buffer.Buffer;
import org.jspecify.annotations.Nullable;

/** The tokens of links to the customer portal. */
final class PortalTokens {
    private final HashedTokens tokens;

    PortalTokens(RotatingKey key) {
        this.tokens = new HashedTokens(key);
    }

    /** Returns the token of a new link. */
    String ofLink(Scope scope, String linkId) {
        return tokens.derive(subject(scope, linkId));
    }

    /** Returns the token of a stored link; null if the key that it was derived from is no longer kept. */
    @Nullable
    String ofLink(Scope scope, String linkId, Buffer hash) {
        return tokens.derive(subject(scope, linkId), hash);
    }

    private static String subject(Scope scope, String linkId) {
        return "portal link\n" + scope.sellerId() + "\n" + scope.live() + "\n" + linkId;
    }
}
