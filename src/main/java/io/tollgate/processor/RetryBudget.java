package io.tollgate.processor;

import java.util.concurrent.ThreadLocalRandom;

/** Limits retries to one per ten calls plus a small burst, so that retries do not overload a failing processor. */
public final class RetryBudget {
    private static final double BURST = 10;
    private static final double PER_CALL = 0.1;
    private static final int PAUSE_MILLIS = 200;

    private final double burst;
    private double available;

    public RetryBudget() {
        this(BURST);
    }

    /** @param burst number of retries that are available at once; 0 allows none, ever */
    public RetryBudget(double burst) {
        this.burst = burst;
        this.available = burst;
    }

    synchronized void called() {
        available = Math.min(burst, available + PER_CALL);
    }

    /** Takes one retry from the budget and returns whether one was available. */
    synchronized boolean tryAcquire() {
        if (available < 1) {
            return false;
        }
        available -= 1;
        return true;
    }

    /**
     * Returns a random back-off below a bound that doubles with each attempt, so that clients do not retry in step.
     * It is added to a requested {@code Retry-After}.
     */
    static long pause(int number, Throwable failure) {
        boolean asked = failure instanceof ProcessorFailure known && known.kind() == ProcessorFailure.Kind.RATE_LIMITED;
        long alone = asked ? ((ProcessorFailure) failure).retryAfter().toMillis() : 0;
        return alone + 1 + ThreadLocalRandom.current().nextInt(PAUSE_MILLIS << number);
    }
}
