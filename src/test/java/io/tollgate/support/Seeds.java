package io.tollgate.support;

import java.security.SecureRandom;
import java.util.stream.LongStream;

/**
 * Seeds of property tests. Each run draws new ones; a test's name shows its seed, and {@code
 * -Dseed=N} runs that one again.
 */
public final class Seeds {
    private Seeds() {}

    public static LongStream some(int count) {
        Long given = Long.getLong("seed");
        return given != null ? LongStream.of(given) : new SecureRandom().longs(count, 0, 1_000_000_000);
    }
}
