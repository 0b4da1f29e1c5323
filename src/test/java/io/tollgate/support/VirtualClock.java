package io.tollgate.support;

import io.tollgate.platform.clock.Clock;
import java.time.Duration;
import java.time.Instant;

/** A clock that moves only when a test moves it. */
public final class VirtualClock implements Clock {
    /** The time of a new clock. */
    public static final Instant START = Instant.parse("2031-03-10T09:00:00Z");

    private volatile Instant now;

    public VirtualClock() {
        this(START);
    }

    public VirtualClock(Instant start) {
        now = start;
    }

    @Override
    public Instant now() {
        return now;
    }

    public void reset() {
        now = START;
    }

    public void advance(Duration by) {
        now = now.plus(by);
    }

    /** Moves ahead to a time. Does nothing if it is past. */
    public void advanceTo(Instant time) {
        if (time.isAfter(now)) {
            now = time;
        }
    }
}
