package io.tollgate.secret;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Signs links with HMAC-SHA-256 under the newest key version. The signature starts with the id of that version. A
 * link signed under an older version stays valid as long as that version is kept.
 */
public final class LinkSigner {
    private static final String ALGORITHM = "HmacSHA256";

    private final RotatingKey key;

    public LinkSigner(RotatingKey key) {
        this.key = key;
    }

    /** Returns the URL-safe signature of a text. */
    public String sign(String text) {
        return sign(key.current(), text);
    }

    /** Returns whether this is the text's signature under any version that is still kept. */
    public boolean isGood(String text, String signature) {
        return key.made(signature, version -> sign(version, text));
    }

    private static String sign(RotatingKey.Version version, String text) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(version.bytes(), ALGORITHM));
            byte[] bytes = mac.doFinal((version.id() + "\n" + text).getBytes(StandardCharsets.UTF_8));
            return version.id() + "." + Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java runtime has " + ALGORITHM, e);
        }
    }
}
