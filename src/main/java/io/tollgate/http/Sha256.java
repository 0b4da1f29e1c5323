package io.tollgate.http;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** The hash by which contents are told apart, where somebody may try to make one that passes for another. */
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
