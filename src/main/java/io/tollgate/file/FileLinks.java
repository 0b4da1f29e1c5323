package io.tollgate.file;

import io.tollgate.clock.Clock;
import io.tollgate.resource.Scope;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * Addresses of files. That of an image is for everyone; any other is good only with a signature over
 * seller, file and the second at which it expires.
 */
public final class FileLinks {
    /** Where files are served, below the public address. */
    static final String PATH = "/files/";

    static final Duration VALID = Duration.ofMinutes(5);

    private static final String ALGORITHM = "HmacSHA256";
    private static final Pattern EXPIRES = Pattern.compile("[1-9][0-9]{0,11}");

    private final SecretKeySpec key;
    private final String publicUrl;
    private final Clock clock;

    public FileLinks(byte[] key, String publicUrl, Clock clock) {
        this.key = new SecretKeySpec(key, ALGORITHM);
        this.publicUrl = publicUrl;
        this.clock = clock;
    }

    String location(Scope scope, String fileId) {
        return publicUrl + PATH + scope.sellerId() + "/" + fileId;
    }

    /** A link that is good for five minutes, wherever the file says that it is. */
    String sign(Scope scope, String fileId) {
        long expires = clock.now().plus(VALID).getEpochSecond();
        return location(scope, fileId) + "?expires=" + expires + "&signature=" + signature(scope, fileId, expires);
    }

    /** Whether a link to this file was signed here and is still good. */
    boolean isGood(Scope scope, String fileId, @Nullable String expires, @Nullable String signature) {
        if (expires == null || signature == null || !EXPIRES.matcher(expires).matches()) {
            return false;
        }
        long until = Long.parseLong(expires);
        byte[] right = signature(scope, fileId, until).getBytes(StandardCharsets.US_ASCII);
        return MessageDigest.isEqual(right, signature.getBytes(StandardCharsets.UTF_8))
                && !clock.now().isAfter(Instant.ofEpochSecond(until));
    }

    private String signature(Scope scope, String fileId, long expires) {
        String signed = "file\n" + scope.sellerId() + "\n" + fileId + "\n" + expires;
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(key);
            byte[] bytes = mac.doFinal(signed.getBytes(StandardCharsets.US_ASCII));
            return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java has " + ALGORITHM, e);
        }
    }
}
