package io.tollgate.processor;

import io.tollgate.processor.ProcessorFailure.Kind;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A call that an event loop sends to a worker of this process. Each attempt sends the same call, so that a retry has
 * the same idempotency key.
 *
 * @param operation the name of the operation in logs
 * @param deadline the {@link System#nanoTime} at which the call must have ended
 * @param work performs the operation, blocking
 */
record ProcessorCall<T extends @Nullable Object>(
        String operation, ProcessorAccount account, long deadline, Function<Processor, T> work) {
    private static final Duration RETRY_AFTER = Duration.ofSeconds(1);

    /**
     * The reply of a worker.
     *
     * @param failure null if the call succeeded
     */
    record Outcome<T extends @Nullable Object>(
            @Nullable T result, @Nullable RuntimeException failure) {
        @SuppressWarnings("NullAway") // The result is null only where T permits null.
        Future<T> future() {
            return failure == null ? Future.succeededFuture(result) : Future.failedFuture(failure);
        }
    }

    /** Returns the time until the deadline, which is negative after it. */
    long nanosLeft() {
        return deadline - System.nanoTime();
    }

    /** Returns the time until the deadline in milliseconds. Fails if it has passed. */
    int requireMillisLeft() {
        int left = (int) (nanosLeft() / 1_000_000);
        if (left <= 0) {
            throw new ProcessorFailure(Kind.NOT_SENT, "the deadline of the call has passed", RETRY_AFTER);
        }
        return left;
    }
}
