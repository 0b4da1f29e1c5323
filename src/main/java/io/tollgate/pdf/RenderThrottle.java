package io.tollgate.pdf;

import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Throttles the rendering of documents while the API serves other requests. Thread priority alone is not enough: a
 * busy worker shares a core, caches and memory bandwidth with the event loops, and fills the heap that they
 * garbage-collect. See decision 0029.
 */
final class RenderThrottle {
    /** The API counts as busy for this long after a request. */
    private static final Duration BUSY = Duration.ofMillis(20);

    /** Rendering pauses in the first fifth of the time limit of a document. */
    private static final int PAUSING_SHARE = 5;

    /** Never pauses. */
    static final RenderThrottle NONE = new RenderThrottle(Duration.ZERO, () -> Long.MAX_VALUE);

    private final Duration pause;
    private final LongSupplier nanosSinceRequest;

    /**
     * @param pause before each page; zero disables pauses
     * @param nanosSinceRequest the time since the last request for anything but a document
     */
    RenderThrottle(Duration pause, LongSupplier nanosSinceRequest) {
        this.pause = pause;
        this.nanosSinceRequest = nanosSinceRequest;
    }

    /** Returns the part of a time limit during which rendering may pause. */
    static Duration pausing(Duration limit) {
        return limit.dividedBy(PAUSING_SHARE);
    }

    boolean isActive() {
        return !pause.isZero() && nanosSinceRequest.getAsLong() < BUSY.toNanos();
    }

    /** Pauses if the API is busy. Called on a worker before each page. */
    void pause() {
        if (isActive()) {
            try {
                TimeUnit.NANOSECONDS.sleep(pause.toNanos());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new CancellationException("the worker was interrupted");
            }
        }
    }
}
