package io.tollgate.platform.secret;

import java.util.Base64;

/**
 * Signs links with HMAC-SHA-256 under the newest key version. The signature starts with the id of that version. A
 * link signed under an older version stays valid as long as that version is kept.
 */
public final class LinkSigner {
    private final RotatingKey key;

    public LinkSigner(RotatingKey key) {
        this.key = key;
    }

    /** Returns the URL-safe signature of a text. */
    public String sign(String text) {
        return sign(key.current(), text);
    }

    /** Returns whether this is the text's signature under any version that is still kept. */
    public boolean isValid(String text, String signature) {
        return key.matches(signature, version -> sign(version, text));
    }

    private static String sign(RotatingKey.Version version, String text) {
        byte[] bytes = Secrets.hmac(version.bytes(), version.id() + "\n" + text);
        return version.id() + "." + Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}
