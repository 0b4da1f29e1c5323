package io.tollgate.processor;

/**
 * How many calls may be sent again: one for every ten that are made, and a few saved up. When the
 * processor is in trouble, retries must not be what keeps it there.
 */
final class RetryBudget {
    private static final double SAVED_MAX = 10;
    private static final double FOR_EACH_CALL = 0.1;

    private double saved = SAVED_MAX;

    synchronized void called() {
        saved = Math.min(SAVED_MAX, saved + FOR_EACH_CALL);
    }

    /** Whether one more call may be sent again. */
    synchronized boolean take() {
        if (saved < 1) {
            return false;
        }
        saved -= 1;
        return true;
    }
}
