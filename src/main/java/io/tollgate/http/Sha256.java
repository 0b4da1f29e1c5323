package io.tollgate.http;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** The hash of what callers send, where others may try to send something that passes for it. */
final class Sha256 {
    private Sha256() {}

    static MessageDigest digest() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
