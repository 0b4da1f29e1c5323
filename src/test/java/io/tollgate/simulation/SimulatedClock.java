package io.tollgate.simulation;

import io.tollgate.platform.clock.Clock;
import java.time.Duration;
import java.time.Instant;

/** A clock that moves only when the simulation moves it. */
final class SimulatedClock implements Clock {
    /** When each scenario begins. */
    static final Instant START = Instant.parse("2031-03-10T09:00:00Z");

    private volatile Instant now = START;

    @Override
    public Instant now() {
        return now;
    }

    void reset() {
        now = START;
    }

    void advance(Duration by) {
        now = now.plus(by);
    }

    /** Moves ahead to a time. Does nothing if it is past. */
    void advanceTo(Instant time) {
        if (time.isAfter(now)) {
            now = time;
        }
    }
}
