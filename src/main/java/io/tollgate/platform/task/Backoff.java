package io.tollgate.platform.task;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.LongUnaryOperator;

/**
 * The pauses between failed attempts. They double with each attempt. A random part sets apart attempts that failed at
 * the same moment.
 *
 * @param first the pause after the first attempt
 * @param max the maximum pause
 * @param jitter returns the random part, in milliseconds, for a pause of the given length
 */
public record Backoff(Duration first, Duration max, LongUnaryOperator jitter) {
    private static final int DOUBLINGS_MAX = 20;

    /** A random part that is at most as long as the pause. */
    public static final LongUnaryOperator JITTER =
            pause -> ThreadLocalRandom.current().nextLong(pause);

    /**
     * Returns the pause after an attempt, without its random part.
     *
     * @param attempts number of attempts so far, at least 1
     */
    public Duration pause(int attempts) {
        Duration doubled = first.multipliedBy(1L << Math.min(Math.max(attempts - 1, 0), DOUBLINGS_MAX));
        return doubled.compareTo(max) < 0 ? doubled : max;
    }

    /** Returns the pause after an attempt, with its random part. */
    public Duration pauseWithJitter(int attempts) {
        Duration pause = pause(attempts);
        return pause.plusMillis(jitter.applyAsLong(pause.toMillis()));
    }
}
