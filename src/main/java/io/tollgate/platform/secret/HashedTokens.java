package io.tollgate.platform.secret;

import io.tollgate.platform.http.Sha256;
import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * Creates the tokens of one-time links and of sessions, of 256 bits. The database contains only their hashes.
 *
 * <p>The token of a link is derived from its subject under a key outside of the database, because the message with the
 * link is rendered after the request, possibly by another instance. The token of a session is random.
 */
public final class HashedTokens {
    private static final int BYTES = 32;
    private static final SecureRandom RANDOM = new SecureRandom();

    private final RotatingKey key;

    public HashedTokens(RotatingKey key) {
        this.key = key;
    }

    /**
     * Returns the token of a new link.
     *
     * @param subject what the link is for, with its id
     */
    public String derive(String subject) {
        return derive(key.current(), subject);
    }

    /** Returns the token of a stored link; null if the key that it was derived from is no longer kept. */
    public @Nullable String derive(String subject, Buffer hash) {
        return key.versions().stream()
                .map(version -> derive(version, subject))
                .filter(token -> MessageDigest.isEqual(hash(token).getBytes(), hash.getBytes()))
                .findFirst()
                .orElse(null);
    }

    private static String derive(RotatingKey.Version version, String subject) {
        return text(Secrets.hmac(version.bytes(), subject));
    }

    /** Returns the token of a new session: 43 URL-safe characters. */
    public static String random() {
        return text(randomBytes());
    }

    /** Returns 32 random bytes. */
    public static byte[] randomBytes() {
        byte[] random = new byte[BYTES];
        RANDOM.nextBytes(random);
        return random;
    }

    private static String text(byte[] token) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(token);
    }

    /** Returns the SHA-256 hash of a token. */
    public static Buffer hash(String token) {
        return Buffer.buffer(Sha256.digest().digest(token.getBytes(StandardCharsets.UTF_8)));
    }
}
