package io.tollgate.processor;

/** Limits retries to one per ten calls plus a small burst, so that retries do not overload a failing processor. */
final class RetryBudget {
    private static final double BURST = 10;
    private static final double PER_CALL = 0.1;

    private double available = BURST;

    synchronized void called() {
        available = Math.min(BURST, available + PER_CALL);
    }

    /** Takes one retry from the budget and returns whether one was available. */
    synchronized boolean tryAcquire() {
        if (available < 1) {
            return false;
        }
        available -= 1;
        return true;
    }
}
