package io.tollgate.sales.savedexport;

import io.tollgate.platform.clock.Clock;
import io.tollgate.platform.resource.Scope;
import io.tollgate.platform.secret.LinkSigner;
import io.tollgate.platform.secret.RotatingKey;
import java.time.Duration;
import java.time.Instant;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Signs the links of the files of exports: the seller, the mode, the file and the second at which the link expires. The
 * name at the end is not signed, but a request with another name is rejected.
 */
public final class ExportLinks {
    /** The path of files below the public URL. */
    static final String PATH = "/exports/";

    static final Duration VALIDITY = Duration.ofMinutes(5);

    private static final Pattern EXPIRES = Pattern.compile("[1-9][0-9]{0,11}");

    private final LinkSigner signer;
    private final String publicUrl;
    private final Clock clock;

    public ExportLinks(RotatingKey key, String publicUrl, Clock clock) {
        this.signer = new LinkSigner(key);
        this.publicUrl = publicUrl;
        this.clock = clock;
    }

    Instant now() {
        return clock.now();
    }

    /** Returns a link that is valid for five minutes. */
    String sign(Scope scope, String fileId, String name) {
        return sign(scope, fileId, name, now().plus(VALIDITY));
    }

    /** Returns a link that is valid until a time. */
    String sign(Scope scope, String fileId, String name, Instant until) {
        long expires = until.getEpochSecond();
        return publicUrl + PATH + scope.sellerId() + "/" + mode(scope) + "/" + fileId + "/" + name + "?expires="
                + expires + "&signature=" + signer.sign(signed(scope, fileId, expires));
    }

    boolean isValid(Scope scope, String fileId, @Nullable String expires, @Nullable String signature) {
        if (expires == null || signature == null || !EXPIRES.matcher(expires).matches()) {
            return false;
        }
        long until = Long.parseLong(expires);
        return signer.isValid(signed(scope, fileId, until), signature) && !now().isAfter(Instant.ofEpochSecond(until));
    }

    private static String mode(Scope scope) {
        return scope.live() ? "live" : "test";
    }

    private static String signed(Scope scope, String fileId, long expires) {
        return "export\n" + scope.sellerId() + "\n" + mode(scope) + "\n" + fileId + "\n" + expires;
    }
}
