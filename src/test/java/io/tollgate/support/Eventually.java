package io.tollgate.support;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for conditions that background work makes true. */
public final class Eventually {

    /** More than twice the time after which a processor task whose attempt was lost is retried. */
    static final int TIMEOUT_SECONDS = 150;

    private Eventually() {}

    /** Waits until a condition is true. Returns false if it is not true in time. */
    public static boolean isTrue(BooleanSupplier condition) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(TIMEOUT_SECONDS);
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > end) {
                return false;
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
        }
        return true;
    }
}
