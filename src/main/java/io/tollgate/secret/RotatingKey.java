package io.tollgate.secret;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.List;
import java.util.function.Function;

/**
 * A key in its versions, newest first. Only the first one hashes, signs and seals; all of them are
 * understood, so that what an older one made stays good until that one is taken away.
 */
public record RotatingKey(List<Version> versions) {
    public RotatingKey {
        versions = List.copyOf(versions);
    }

    /** One version; its id is that of the master secret it comes from, and may be shown. */
    public record Version(String id, byte[] bytes) {
        @Override
        public String toString() {
            return "Version[" + id + "]";
        }
    }

    public Version current() {
        return versions.get(0);
    }

    /** Whether a text was made by a function under any version; a wrong text takes as long as a right one. */
    public boolean made(String text, Function<Version, String> under) {
        boolean right = false;
        for (Version version : versions) {
            byte[] expected = under.apply(version).getBytes(StandardCharsets.UTF_8);
            right |= MessageDigest.isEqual(expected, text.getBytes(StandardCharsets.UTF_8));
        }
        return right;
    }
}
