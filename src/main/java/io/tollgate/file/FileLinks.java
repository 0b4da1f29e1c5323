package io.tollgate.file;

import io.tollgate.clock.Clock;
import io.tollgate.resource.Scope;
import io.tollgate.secret.LinkSigner;
import io.tollgate.secret.RotatingKey;
import java.time.Duration;
import java.time.Instant;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Addresses of files. That of an image is for everyone; any other is good only with a signature over
 * seller, file and the second at which it expires.
 */
public final class FileLinks {
    /** Where files are served, below the public address. */
    static final String PATH = "/files/";

    static final Duration VALID = Duration.ofMinutes(5);

    private static final Pattern EXPIRES = Pattern.compile("[1-9][0-9]{0,11}");

    private final LinkSigner signer;
    private final String publicUrl;
    private final Clock clock;

    public FileLinks(RotatingKey key, String publicUrl, Clock clock) {
        this.signer = new LinkSigner(key);
        this.publicUrl = publicUrl;
        this.clock = clock;
    }

    String location(Scope scope, String fileId) {
        return publicUrl + PATH + scope.sellerId() + "/" + fileId;
    }

    /**
     * A link that is good for five minutes, wherever the file says that it is. It ends with the file's name, under
     * which programs save it; the name is not signed, but served only if it is the file's.
     */
    String sign(Scope scope, String fileId, String name) {
        long expires = clock.now().plus(VALID).getEpochSecond();
        return location(scope, fileId) + "/" + FileName.encoded(FileName.served(name)) + "?expires=" + expires
                + "&signature=" + signer.sign(signed(scope, fileId, expires));
    }

    /** Whether a link to this file was signed here and is still good. */
    boolean isGood(Scope scope, String fileId, @Nullable String expires, @Nullable String signature) {
        if (expires == null || signature == null || !EXPIRES.matcher(expires).matches()) {
            return false;
        }
        long until = Long.parseLong(expires);
        return signer.isGood(signed(scope, fileId, until), signature)
                && !clock.now().isAfter(Instant.ofEpochSecond(until));
    }

    private static String signed(Scope scope, String fileId, long expires) {
        return "file\n" + scope.sellerId() + "\n" + fileId + "\n" + expires;
    }
}
