package io.tollgate.platform.secret;

import io.tollgate.platform.clock.Clock;
import java.time.Instant;
import java.util.function.LongFunction;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Signs links that expire. What is signed contains the second since 1970 until which a link is valid, so that nobody
 * can extend a link.
 */
public final class ExpiringSignatures {
    private static final Pattern EXPIRES = Pattern.compile("[1-9][0-9]{0,11}");

    private final LinkSigner signer;
    private final Clock clock;

    public ExpiringSignatures(RotatingKey key, Clock clock) {
        this.signer = new LinkSigner(key);
        this.clock = clock;
    }

    public Instant now() {
        return clock.now();
    }

    /** Returns the signature of a text, which contains the second until which the link is valid. */
    public String sign(String text) {
        return signer.sign(text);
    }

    /**
     * Returns the query of a link.
     *
     * @param text returns what is signed, for the second until which the link is valid
     */
    public String query(Instant until, LongFunction<String> text) {
        long expires = until.getEpochSecond();
        return "?expires=" + expires + "&signature=" + sign(text.apply(expires));
    }

    /**
     * Returns whether the parameters of a link are well-formed, its signature is valid and it has not expired.
     *
     * @param text returns what is signed, for the second until which the link is valid
     */
    public boolean isValid(@Nullable String expires, @Nullable String signature, LongFunction<String> text) {
        if (expires == null || signature == null || !EXPIRES.matcher(expires).matches()) {
            return false;
        }
        long until = Long.parseLong(expires);
        return signer.isValid(text.apply(until), signature) && !now().isAfter(Instant.ofEpochSecond(until));
    }
}
