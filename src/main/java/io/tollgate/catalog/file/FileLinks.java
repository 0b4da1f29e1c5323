package io.tollgate.catalog.file;

import io.tollgate.platform.clock.Clock;
import io.tollgate.platform.resource.Scope;
import io.tollgate.platform.secret.ExpiringSignatures;
import io.tollgate.platform.secret.RotatingKey;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Builds and checks the URLs of files. The URL of an image is public. The URL of any other file requires a signature
 * over the seller, the file and the second at which the link expires.
 */
public final class FileLinks {
    /** The path of files below the public URL. */
    static final String PATH = "/files/";

    static final Duration VALIDITY = Duration.ofMinutes(5);

    private final ExpiringSignatures signatures;
    private final String publicUrl;

    public FileLinks(RotatingKey key, String publicUrl, Clock clock) {
        this.signatures = new ExpiringSignatures(key, clock);
        this.publicUrl = publicUrl;
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
        return location(scope, fileId) + "/" + FileName.encoded(FileName.served(name))
                + signatures.query(signatures.now().plus(validity), until -> signed(scope, fileId, until));
    }

    /** Returns whether the signature of a link is valid and the link has not expired. */
    boolean isValid(Scope scope, String fileId, @Nullable String expires, @Nullable String signature) {
        return signatures.isValid(expires, signature, until -> signed(scope, fileId, until));
    }

    private static String signed(Scope scope, String fileId, long expires) {
        return "file\n" + scope.sellerId() + "\n" + fileId + "\n" + expires;
    }
}
