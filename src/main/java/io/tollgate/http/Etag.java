package io.tollgate.http;

import io.vertx.core.buffer.Buffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;

/**
 * Names the state of a record, from its stored bytes. Live numbers that a record shows beside them
 * are not part of it: an event does not change when a ticket is sold.
 */
final class Etag {
    private static final int BYTES = 15;

    private Etag() {}

    static String of(Buffer stored) {
        byte[] digest = Arrays.copyOf(sha256().digest(stored.getBytes()), BYTES);
        return '"' + Base64.getUrlEncoder().withoutPadding().encodeToString(digest) + '"';
    }

    /** Whether a state is among those that {@code If-Match} names; a weak one never is. */
    static boolean matches(List<String> ifMatch, Buffer stored) {
        String tag = of(stored);
        return ifMatch.stream()
                .flatMap(header -> Arrays.stream(header.split(",")))
                .map(String::strip)
                .anyMatch(named -> named.equals("*") || named.equals(tag));
    }

    static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
