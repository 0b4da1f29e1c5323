package io.tollgate.secret;

import io.tollgate.resource.Scope;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Signs the tokens in addresses that nobody can guess: the seller, the mode and the id of a record, with a signature.
 * Any instance can check a token without the database. A token is valid for one purpose only, such as checkouts.
 */
public final class RecordTokens {
    private static final Pattern TOKEN = Pattern.compile("([0-9a-f]{24})([lt])([0-9a-f]{24})~([A-Za-z0-9._-]{20,100})");

    private final String purpose;
    private final LinkSigner signer;

    /** The record that a token names. */
    public record Key(Scope scope, String id) {}

    /** @param purpose what the records are; part of the signed text */
    public RecordTokens(String purpose, RotatingKey key) {
        this.purpose = purpose;
        this.signer = new LinkSigner(key);
    }

    public String sign(Scope scope, String id) {
        String named = scope.sellerId() + (scope.live() ? "l" : "t") + id;
        return named + "~" + signer.sign(signed(named));
    }

    /** Returns the record of a token; null if Tollgate has not signed it for this purpose. */
    public @Nullable Key key(String token) {
        Matcher parts = TOKEN.matcher(token);
        if (!parts.matches()) {
            return null;
        }
        String named = parts.group(1) + parts.group(2) + parts.group(3);
        return signer.isValid(signed(named), parts.group(4))
                ? new Key(new Scope(parts.group(1), parts.group(2).equals("l")), parts.group(3))
                : null;
    }

    private String signed(String named) {
        return purpose + "\n" + named;
    }
}
