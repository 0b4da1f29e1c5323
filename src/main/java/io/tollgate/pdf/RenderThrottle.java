package io.tollgate.pdf;

import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * How fast documents are drawn: at a walk while callers want anything else, and else as fast as it goes. Whatever the
 * priority of those who draw, a processor that never rests makes others late: it shares core, caches and memory with
 * the one beside it, and fills the heap that all of them collect. See decision 0029.
 */
public final class RenderThrottle {
    /** So long after a caller came others may be expected. */
    private static final Duration USED = Duration.ofMillis(20);

    /** Of the time that a document may take, the part in which its drawing rests: one in so many. */
    private static final int RESTING = 5;

    /** Never a walk. */
    static final RenderThrottle RUN = new RenderThrottle(Duration.ZERO);

    private final Duration rest;
    private final LongSupplier nanos;
    private volatile long used;

    /** @param rest before each page; none: always as fast as it goes */
    RenderThrottle(Duration rest) {
        this(rest, System::nanoTime);
    }

    RenderThrottle(Duration rest, LongSupplier nanos) {
        this.rest = rest;
        this.nanos = nanos;
        this.used = nanos.getAsLong() - 2 * USED.toNanos();
    }

    /** A caller came who does not want a document. */
    public void used() {
        used = nanos.getAsLong();
    }

    /** How much of the time that is left for a document may be spent resting. */
    static Duration resting(Duration limit) {
        return limit.dividedBy(RESTING);
    }

    boolean isWalk() {
        return !rest.isZero() && nanos.getAsLong() - used < USED.toNanos();
    }

    /** To be called on a worker, before each page. */
    void rest() {
        if (isWalk()) {
            try {
                TimeUnit.NANOSECONDS.sleep(rest.toNanos());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new CancellationException("nobody waits for the document any more");
            }
        }
    }
}
