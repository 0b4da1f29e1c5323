package io.tollgate.clock;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** Tells the time, to the millisecond: the precision in which the interface shows it. */
public interface Clock {
    /** The time of the machine. */
    Clock SYSTEM = () -> Instant.now().truncatedTo(ChronoUnit.MILLIS);

    Instant now();
}
