package io.tollgate;

import java.time.Duration;

/**
 * What goes on over one connection. A caller has ten seconds for the head of its first request; after that, the
 * time of an idle connection, which bytes of a head that is not whole do not prolong.
 */
final class Talk {
    private static final long HEAD_NANOS = Duration.ofSeconds(10).toNanos();

    private final long since = System.nanoTime();
    private int underWay;
    private boolean asked;

    synchronized void begun() {
        asked = true;
        underWay++;
    }

    synchronized void ended() {
        underWay--;
    }

    synchronized boolean idle() {
        return underWay == 0;
    }

    synchronized boolean overdue() {
        return !asked && System.nanoTime() - since > HEAD_NANOS;
    }
}
