package io.tollgate.platform.db;

import java.security.SecureRandom;
import java.time.Instant;
import java.util.HexFormat;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Generates ids that sort by time: 4 bytes of seconds, 5 random bytes per process, 3 bytes of a counter, as 24
 * hexadecimal digits. Lists are ordered by id, and cursors are ids.
 */
public final class Ids {
    private static final HexFormat HEX = HexFormat.of();
    private static final long SECONDS_MAX = 0xffff_ffffL;
    private static final SecureRandom RANDOM = new SecureRandom();

    /** One value per process: with several, ids of the same second would not be in creation order. */
    private static final String PROCESS = process();

    private static final AtomicInteger COUNTER = new AtomicInteger(RANDOM.nextInt(1 << 24));

    private Ids() {}

    private static String process() {
        byte[] bytes = new byte[5];
        RANDOM.nextBytes(bytes);
        return HEX.formatHex(bytes);
    }

    /** Returns an id for a record created at this moment, which must equal the record's {@code createdAt}. */
    public static String next(Instant createdAt) {
        return HEX.toHexDigits((int) createdAt.getEpochSecond())
                + PROCESS
                + HEX.toHexDigits(COUNTER.getAndIncrement() & 0xff_ffff, 6);
    }

    /** Returns the smallest possible id of a record created in this second. */
    public static String smallest(long epochSecond) {
        if (epochSecond > SECONDS_MAX) {
            return "g"; // Sorts after every id.
        }
        return HEX.toHexDigits(Math.max(0, epochSecond), 8) + "0".repeat(16);
    }
}
