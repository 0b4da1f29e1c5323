package io.tollgate.catalog.page;

import io.tollgate.platform.clock.Clock;
import io.tollgate.platform.secret.LinkSigner;
import io.tollgate.platform.secret.RotatingKey;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Builds and checks the links to pages that are not published. A link shows the page as buyers would see it, and takes
 * no order.
 */
public final class PreviewLinks {
    /** The query parameter of the page's address that carries the signature. */
    public static final String PARAMETER = "preview";

    private static final Duration VALIDITY = Duration.ofDays(8);
    private static final Pattern TOKEN = Pattern.compile("([1-9][0-9]{0,11})\\.([A-Za-z0-9._-]{20,100})");

    private final LinkSigner signer;
    private final Clock clock;

    public PreviewLinks(RotatingKey key, Clock clock) {
        this.signer = new LinkSigner(key);
        this.clock = clock;
    }

    /**
     * Returns the value of the parameter. It is the same for one day (UTC), so that repeated reads of a page are equal,
     * and valid for seven to eight days.
     */
    String token(String sellerId, String pageId) {
        long expires = clock.now().truncatedTo(ChronoUnit.DAYS).plus(VALIDITY).getEpochSecond();
        return expires + "." + signer.sign(signed(sellerId, pageId, expires));
    }

    /** Returns whether a token is valid for a page and has not expired. */
    public boolean isValid(String sellerId, String pageId, @Nullable String token) {
        Matcher parts = TOKEN.matcher(token == null ? "" : token);
        if (!parts.matches()) {
            return false;
        }
        long expires = Long.parseLong(parts.group(1));
        return signer.isValid(signed(sellerId, pageId, expires), parts.group(2))
                && clock.now().isBefore(Instant.ofEpochSecond(expires));
    }

    private static String signed(String sellerId, String pageId, long expires) {
        return "preview\n" + sellerId + "\n" + pageId + "\n" + expires;
    }
}
