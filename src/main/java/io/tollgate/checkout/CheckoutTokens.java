package io.tollgate.checkout;

import io.tollgate.resource.Scope;
import io.tollgate.secret.LinkSigner;
import io.tollgate.secret.RotatingKey;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Addresses of checkouts, which nobody can guess: the seller, the mode and the checkout's id, with a signature. Any
 * instance can check one without the database.
 */
public final class CheckoutTokens {
    private static final Pattern TOKEN = Pattern.compile("([0-9a-f]{24})([lt])([0-9a-f]{24})~([A-Za-z0-9._-]{20,100})");

    private final LinkSigner signer;

    /** The checkout that a token names. */
    public record Key(Scope scope, String checkoutId) {}

    public CheckoutTokens(RotatingKey key) {
        this.signer = new LinkSigner(key);
    }

    public String sign(Scope scope, String checkoutId) {
        String named = scope.sellerId() + (scope.live() ? "l" : "t") + checkoutId;
        return named + "~" + signer.sign("checkout\n" + named);
    }

    /** Returns the checkout of a token, or null if Tollgate has not signed it. */
    public @Nullable Key key(String token) {
        Matcher parts = TOKEN.matcher(token);
        if (!parts.matches()) {
            return null;
        }
        String named = parts.group(1) + parts.group(2) + parts.group(3);
        return signer.isValid("checkout\n" + named, parts.group(4))
                ? new Key(new Scope(parts.group(1), parts.group(2).equals("l")), parts.group(3))
                : null;
    }
}
