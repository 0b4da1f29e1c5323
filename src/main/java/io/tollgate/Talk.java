package io.tollgate;

import java.time.Duration;

/**
 * What goes on over one connection. A caller has ten seconds for the head of its first request, and then as
 * long as an idle connection is kept and ten seconds more: whoever lets bytes drip in is not idle, and would
 * hold the connection for ever.
 */
final class Talk {
    private static final long HEAD_NANOS = Duration.ofSeconds(10).toNanos();

    private final long idleNanos;
    private volatile int underWay;
    private volatile long quietSince = System.nanoTime();
    private volatile boolean asked;

    Talk(int idleSeconds) {
        idleNanos = Duration.ofSeconds(idleSeconds).toNanos();
    }

    synchronized void begun() {
        asked = true;
        underWay++;
    }

    synchronized void ended() {
        underWay--;
        quietSince = System.nanoTime();
    }

    boolean idle() {
        return underWay == 0;
    }

    boolean overdue() {
        return idle() && System.nanoTime() - quietSince > HEAD_NANOS + (asked ? idleNanos : 0);
    }
}
