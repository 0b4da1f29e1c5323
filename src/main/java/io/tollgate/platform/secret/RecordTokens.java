package io.tollgate.platform.secret;

import io.tollgate.platform.resource.Scope;
import java.time.Instant;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Signs the tokens in addresses that nobody can guess: the seller, the mode and the id of a record, with a signature.
 * Any instance can check a token without the database. A token is valid for one purpose only, such as checkouts.
 */
public final class RecordTokens {
    private static final Pattern TOKEN =
            Pattern.compile("([0-9a-f]{24})([lt])([0-9a-f]{24})(?:\\.([1-9][0-9]{0,11}))?~([A-Za-z0-9._-]{20,100})");

    private final String purpose;
    private final LinkSigner signer;

    /**
     * The record that a token names.
     *
     * @param expiresAt until when the token is valid; null if it does not expire
     */
    public record Key(Scope scope, String id, @Nullable Instant expiresAt) {}

    /** @param purpose what the records are; part of the signed text */
    public RecordTokens(String purpose, RotatingKey key) {
        this.purpose = purpose;
        this.signer = new LinkSigner(key);
    }

    public String sign(Scope scope, String id) {
        return sign(named(scope, id));
    }

    /** Returns a token that names when it expires. The caller of {@link #key} checks it. */
    public String sign(Scope scope, String id, Instant expiresAt) {
        return sign(named(scope, id) + "." + expiresAt.getEpochSecond());
    }

    private static String named(Scope scope, String id) {
        return scope.sellerId() + (scope.live() ? "l" : "t") + id;
    }

    private String sign(String named) {
        return named + "~" + signer.sign(signed(named));
    }

    /** Returns the record of a token; null if Tollgate has not signed it for this purpose. */
    public @Nullable Key key(String token) {
        Matcher parts = TOKEN.matcher(token);
        if (!parts.matches()) {
            return null;
        }
        String expires = parts.group(4);
        String named = parts.group(1) + parts.group(2) + parts.group(3) + (expires == null ? "" : "." + expires);
        return signer.isValid(signed(named), parts.group(5))
                ? new Key(
                        new Scope(parts.group(1), parts.group(2).equals("l")),
                        parts.group(3),
                        expires == null ? null : Instant.ofEpochSecond(Long.parseLong(expires)))
                : null;
    }

    private String signed(String named) {
        return purpose + "\n" + named;
    }
}
