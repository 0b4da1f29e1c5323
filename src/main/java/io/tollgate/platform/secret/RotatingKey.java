package io.tollgate.platform.secret;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.List;
import java.util.function.Function;

/**
 * A key with all its versions, newest first. Only the newest hashes, signs and encrypts. All versions verify and
 * decrypt, so that output of an older version stays valid until that version is removed.
 */
public record RotatingKey(List<Version> versions) {
    public RotatingKey {
        versions = List.copyOf(versions);
    }

    /** One version. Its id is derived from its master secret and may be shown. */
    public record Version(String id, byte[] bytes) {
        @Override
        public String toString() {
            return "Version[" + id + "]";
        }
    }

    public Version current() {
        return versions.get(0);
    }

    /** Returns whether a function produces this text under any version. Compares in constant time. */
    public boolean matches(String text, Function<Version, String> under) {
        boolean right = false;
        for (Version version : versions) {
            byte[] expected = under.apply(version).getBytes(StandardCharsets.UTF_8);
            right |= MessageDigest.isEqual(expected, text.getBytes(StandardCharsets.UTF_8));
        }
        return right;
    }
}
