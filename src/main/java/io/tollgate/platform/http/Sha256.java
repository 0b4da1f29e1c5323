package io.tollgate.platform.http;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** Creates SHA-256 digests, for content hashes that must resist deliberate collisions. */
public final class Sha256 {
    private Sha256() {}

    public static MessageDigest digest() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
