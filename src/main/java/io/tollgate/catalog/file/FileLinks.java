package io.tollgate.catalog.file;

import io.tollgate.platform.clock.Clock;
import io.tollgate.platform.resource.Scope;
import io.tollgate.platform.secret.LinkSigner;
import io.tollgate.platform.secret.RotatingKey;
import java.time.Duration;
import java.time.Instant;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Builds and checks the URLs of files. The URL of an image is public. The URL of any other file requires a signature
 * over the seller, the file and the second at which the link expires.
 */
public final class FileLinks {
    /** The path of files below the public URL. */
    static final String PATH = "/files/";

    static final Duration VALIDITY = Duration.ofMinutes(5);

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
        return location(publicUrl, scope.sellerId(), fileId);
    }

    /** Returns the URL of a file. Only images are served there. */
    public static String location(String publicUrl, String sellerId, String fileId) {
        return publicUrl + PATH + sellerId + "/" + fileId;
    }

    /**
     * Returns a signed link that is valid for five minutes. It ends with the file's name, under which clients save the
     * file. The name is not signed, but a request with another name is rejected.
     */
    public String sign(Scope scope, String fileId, String name) {
        return sign(scope, fileId, name, VALIDITY);
    }

    /** Returns a signed link that is valid for this time from now. */
    public String sign(Scope scope, String fileId, String name, Duration validity) {
        long expires = clock.now().plus(validity).getEpochSecond();
        return location(scope, fileId) + "/" + FileName.encoded(FileName.served(name)) + "?expires=" + expires
                + "&signature=" + signer.sign(signed(scope, fileId, expires));
    }

    /** Returns whether the signature of a link is valid and the link has not expired. */
    boolean isValid(Scope scope, String fileId, @Nullable String expires, @Nullable String signature) {
        if (expires == null || signature == null || !EXPIRES.matcher(expires).matches()) {
            return false;
        }
        long until = Long.parseLong(expires);
        return signer.isValid(signed(scope, fileId, until), signature)
                && !clock.now().isAfter(Instant.ofEpochSecond(until));
    }

    private static String signed(Scope scope, String fileId, long expires) {
        return "file\n" + scope.sellerId() + "\n" + fileId + "\n" + expires;
    }
}
