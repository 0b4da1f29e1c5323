package io.tollgate.support;

import java.security.SecureRandom;
import java.util.stream.LongStream;

/**
 * Seeds of property tests. Each run uses new random seeds. The name of a test shows its seed; {@code -Dseed=N} runs
 * that seed again.
 */
public final class Seeds {
    private Seeds() {}

    public static LongStream random(int count) {
        Long given = Long.getLong("seed");
        return given != null ? LongStream.of(given) : new SecureRandom().longs(count, 0, 1_000_000_000);
    }
}
