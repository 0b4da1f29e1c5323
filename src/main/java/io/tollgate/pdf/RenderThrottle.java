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
public final class RenderThrottle {
    /** The API counts as busy for this long after a request. */
    private static final Duration BUSY = Duration.ofMillis(20);

    /** Rendering pauses in the first fifth of the time limit of a document. */
    private static final int PAUSING_SHARE = 5;

    /** Never pauses. */
    static final RenderThrottle NONE = new RenderThrottle(Duration.ZERO);

    private final Duration pause;
    private final LongSupplier nanos;
    private volatile long lastRequest;

    /** @param pause before each page; zero disables pauses */
    RenderThrottle(Duration pause) {
        this(pause, System::nanoTime);
    }

    RenderThrottle(Duration pause, LongSupplier nanos) {
        this.pause = pause;
        this.nanos = nanos;
        this.lastRequest = nanos.getAsLong() - 2 * BUSY.toNanos();
    }

    /** Records a request for anything but a document. */
    public void otherRequest() {
        lastRequest = nanos.getAsLong();
    }

    /** Returns the part of a time limit during which rendering may pause. */
    static Duration pausing(Duration limit) {
        return limit.dividedBy(PAUSING_SHARE);
    }

    boolean isActive() {
        return !pause.isZero() && nanos.getAsLong() - lastRequest < BUSY.toNanos();
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
