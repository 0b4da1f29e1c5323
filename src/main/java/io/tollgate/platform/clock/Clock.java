package io.tollgate.platform.clock;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** Provides the current time with millisecond precision, the precision of the interface. */
public interface Clock {
    /** The system clock. */
    Clock SYSTEM = () -> Instant.now().truncatedTo(ChronoUnit.MILLIS);

    Instant now();
}
