package io.tollgate.db;

import java.security.SecureRandom;
import java.time.Instant;
import java.util.HexFormat;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Makes ids that sort by time: 4 bytes of seconds, 5 random ones per process, 3 of a counter, as
 * 24 hexadecimal digits. List order and cursor are the id.
 */
public final class Ids {
    private static final HexFormat HEX = HexFormat.of();
    private static final long SECONDS_MAX = 0xffff_ffffL;
    private static final SecureRandom RANDOM = new SecureRandom();

    /** One for the whole process: within a second, ids of two would not be in the order in which they were made. */
    private static final String PROCESS = process();

    private static final AtomicInteger COUNTER = new AtomicInteger(RANDOM.nextInt(1 << 24));

    private Ids() {}

    private static String process() {
        byte[] bytes = new byte[5];
        RANDOM.nextBytes(bytes);
        return HEX.formatHex(bytes);
    }

    /** An id for a record created at this moment; the record's time must be the same one. */
    public static String next(Instant createdAt) {
        return HEX.toHexDigits((int) createdAt.getEpochSecond())
                + PROCESS
                + HEX.toHexDigits(COUNTER.getAndIncrement() & 0xff_ffff, 6);
    }

    /** The least id that a record created in this second can have. */
    public static String least(long epochSecond) {
        if (epochSecond > SECONDS_MAX) {
            return "g"; // Sorts after every id.
        }
        return HEX.toHexDigits(Math.max(0, epochSecond), 8) + "0".repeat(16);
    }
}
