package io.tollgate.pdf.document;

/**
 * Chooses the mask of a QR code by the rules of ISO 18004, on rows represented as bits of a {@code long}. ZXing's
 * encoder makes the same choice but takes seven times as long as encoding the whole code, too slow for a document
 * with 100 tickets. An instance serves codes of one version and error correction level: changing the mask flips the
 * same modules in all of them.
 */
final class QrMasks {
    static final int MASKS = 8;

    /** The maximum size of a code whose rows fit a {@code long}. */
    static final int SIZE_MAX = 64;

    private static final int RUN = 3;
    private static final int BLOCK = 3;
    private static final int FINDER = 40;
    private static final int BALANCE = 10;

    private final long[][] flips = new long[MASKS][];
    private final long[][] turnedFlips = new long[MASKS][];
    private final int size;

    /** @param sample one code under each of the masks */
    QrMasks(byte[][][] sample) {
        this.size = sample[0].length;
        long[] first = rows(sample[0]);
        for (int mask = 0; mask < MASKS; mask++) {
            flips[mask] = xor(rows(sample[mask]), first);
            turnedFlips[mask] = turned(flips[mask]);
        }
    }

    /** Returns the rows of a code under its best mask. */
    long[] best(byte[][] underFirstMask) {
        long[] first = rows(underFirstMask);
        long[] firstTurned = turned(first);
        long[] best = first;
        int least = Integer.MAX_VALUE;
        for (int mask = 0; mask < MASKS; mask++) {
            long[] rows = xor(first, flips[mask]);
            int penalty = penalty(rows, xor(firstTurned, turnedFlips[mask]));
            if (penalty < least) {
                least = penalty;
                best = rows;
            }
        }
        return best;
    }

    /** Converts rows to bits. Bit 0 is the leftmost module. */
    static long[] rows(byte[][] modules) {
        long[] rows = new long[modules.length];
        for (int y = 0; y < rows.length; y++) {
            for (int x = 0; x < rows.length; x++) {
                rows[y] |= (modules[y][x] & 1L) << x;
            }
        }
        return rows;
    }

    static byte[][] modules(long[] rows) {
        byte[][] modules = new byte[rows.length][rows.length];
        for (int y = 0; y < rows.length; y++) {
            for (long left = rows[y]; left != 0; left &= left - 1) {
                modules[y][Long.numberOfTrailingZeros(left)] = 1;
            }
        }
        return modules;
    }

    private static long[] turned(long[] rows) {
        long[] columns = new long[rows.length];
        for (int y = 0; y < rows.length; y++) {
            for (long left = rows[y]; left != 0; left &= left - 1) {
                columns[Long.numberOfTrailingZeros(left)] |= 1L << y;
            }
        }
        return columns;
    }

    private static long[] xor(long[] one, long[] other) {
        long[] both = new long[one.length];
        for (int i = 0; i < both.length; i++) {
            both[i] = one[i] ^ other[i];
        }
        return both;
    }

    private int penalty(long[] rows, long[] columns) {
        int dark = 0;
        int penalty = 0;
        for (int i = 0; i < size; i++) {
            dark += Long.bitCount(rows[i]);
            penalty += line(rows[i]) + line(columns[i]);
        }
        int all = size * size;
        return penalty + blocks(rows) + Math.abs(2 * dark - all) * 10 / all * BALANCE;
    }

    private long first(int count) {
        return -1L >>> 64 - count;
    }

    /** Returns the positions at which a module equals the next one. */
    private long same(long line) {
        return ~(line ^ line >>> 1) & first(size - 1);
    }

    /** Returns the penalty for runs of five or more and for finder-like patterns. */
    private int line(long line) {
        long same = same(line);
        long runs = same & same >>> 1 & same >>> 2 & same >>> 3;
        int penalty = Long.bitCount(runs) + (RUN - 1) * Long.bitCount(runs & ~(runs << 1));
        long light = ~line & first(size);
        long finder = line & light >>> 1 & line >>> 2 & line >>> 3 & line >>> 4 & light >>> 5 & line >>> 6;
        if (finder == 0) {
            return penalty;
        }
        long four = light & light >>> 1 & light >>> 2 & light >>> 3;
        return penalty + FINDER * Long.bitCount(finder & (four << 4 | four >>> 7));
    }

    private int blocks(long[] rows) {
        int blocks = 0;
        long above = same(rows[0]);
        for (int y = 1; y < size; y++) {
            long here = same(rows[y]);
            blocks += Long.bitCount(above & here & ~(rows[y] ^ rows[y - 1]));
            above = here;
        }
        return BLOCK * blocks;
    }
}
