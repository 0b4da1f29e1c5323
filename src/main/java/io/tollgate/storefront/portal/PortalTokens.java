package io.tollgate.storefront.portal;

import io.tollgate.platform.http.Sha256;
import io.tollgate.platform.resource.Scope;
import io.tollgate.platform.secret.RotatingKey;
import io.tollgate.platform.secret.Secrets;
import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * Creates the tokens of links and sessions, of 256 bits. The database contains only their hashes.
 *
 * <p>The token of a link is derived from its id under a key outside of the database, because the message with the link
 * is rendered after the request, possibly by another instance. The token of a session is random.
 */
final class PortalTokens {
    private static final int BYTES = 32;
    private static final SecureRandom RANDOM = new SecureRandom();

    private final RotatingKey key;

    PortalTokens(RotatingKey key) {
        this.key = key;
    }

    /** Returns the token of a new link. */
    String ofLink(Scope scope, String linkId) {
        return ofLink(key.current(), scope, linkId);
    }

    /** Returns the token of a stored link; null if the key that it was derived from is no longer kept. */
    @Nullable
    String ofLink(Scope scope, String linkId, Buffer hash) {
        return key.versions().stream()
                .map(version -> ofLink(version, scope, linkId))
                .filter(token -> MessageDigest.isEqual(hash(token).getBytes(), hash.getBytes()))
                .findFirst()
                .orElse(null);
    }

    private static String ofLink(RotatingKey.Version version, Scope scope, String linkId) {
        return text(Secrets.hmac(
                version.bytes(), "portal link\n" + scope.sellerId() + "\n" + scope.live() + "\n" + linkId));
    }

    static String random() {
        byte[] random = new byte[BYTES];
        RANDOM.nextBytes(random);
        return text(random);
    }

    private static String text(byte[] token) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(token);
    }

    static Buffer hash(String token) {
        return Buffer.buffer(Sha256.digest().digest(token.getBytes(StandardCharsets.UTF_8)));
    }
}
