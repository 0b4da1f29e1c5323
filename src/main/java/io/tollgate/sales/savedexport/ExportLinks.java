package io.tollgate.sales.savedexport;

import io.tollgate.platform.clock.Clock;
import io.tollgate.platform.resource.Scope;
import io.tollgate.platform.secret.ExpiringSignatures;
import io.tollgate.platform.secret.RotatingKey;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Signs the links of the files of exports: the seller, the mode, the file and the second at which the link expires. The
 * name at the end is not signed, but a request with another name is rejected.
 */
public final class ExportLinks {
    /** The path of files below the public URL. */
    static final String PATH = "/exports/";

    static final Duration VALIDITY = Duration.ofMinutes(5);

    /** Messages are read later than responses, and pass through more hands. */
    public static final Duration MAIL_VALIDITY = Duration.ofHours(24);

    private final ExpiringSignatures signatures;
    private final String publicUrl;

    public ExportLinks(RotatingKey key, String publicUrl, Clock clock) {
        this.signatures = new ExpiringSignatures(key, clock);
        this.publicUrl = publicUrl;
    }

    /** Returns the time by which links expire. */
    public Instant now() {
        return signatures.now();
    }

    /** Returns a link that is valid for five minutes. */
    String sign(Scope scope, String fileId, String name) {
        return sign(scope, fileId, name, now().plus(VALIDITY));
    }

    /** Returns a link that is valid until a time. */
    public String sign(Scope scope, String fileId, String name, Instant until) {
        return publicUrl + PATH + scope.sellerId() + "/" + mode(scope) + "/" + fileId + "/" + name
                + signatures.query(until, expires -> signed(scope, fileId, expires));
    }

    boolean isValid(Scope scope, String fileId, @Nullable String expires, @Nullable String signature) {
        return signatures.isValid(expires, signature, until -> signed(scope, fileId, until));
    }

    private static String mode(Scope scope) {
        return scope.live() ? "live" : "test";
    }

    private static String signed(Scope scope, String fileId, long expires) {
        return "export\n" + scope.sellerId() + "\n" + mode(scope) + "\n" + fileId + "\n" + expires;
    }
}
