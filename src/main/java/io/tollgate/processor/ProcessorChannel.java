package io.tollgate.processor;

import io.tollgate.platform.bus.LocalCodec;
import io.tollgate.processor.ProcessorFailure.Kind;
import io.vertx.circuitbreaker.CircuitBreaker;
import io.vertx.circuitbreaker.CircuitBreakerOptions;
import io.vertx.circuitbreaker.CircuitBreakerState;
import io.vertx.circuitbreaker.OpenCircuitException;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.eventbus.ReplyException;
import io.vertx.core.eventbus.ReplyFailure;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Sends calls to the workers for one processor, with its own circuit breaker and retry budget. */
final class ProcessorChannel {
    private static final int ROLLING_WINDOW_MILLIS = 10_000;
    private static final int REPLY_MILLIS = 250;
    private static final Duration RETRY_AFTER = Duration.ofSeconds(2);

    private final Vertx vertx;
    private final CircuitBreaker breaker;
    private final Duration breakerReset;
    private final RetryBudget budget;

    ProcessorChannel(Vertx vertx, String name, ProcessorSettings settings, RetryBudget budget) {
        this.vertx = vertx;
        this.budget = budget;
        this.breakerReset = Duration.ofMillis(settings.breakerResetMillis());
        // Each call has its own timeout; the breaker's timeout exceeds them all.
        this.breaker = CircuitBreaker.create(
                        name,
                        vertx,
                        new CircuitBreakerOptions()
                                .setMaxFailures(settings.breakerFailures())
                                .setFailuresRollingWindow(ROLLING_WINDOW_MILLIS)
                                .setTimeout(2L * settings.callTimeoutMillis())
                                .setResetTimeout(settings.breakerResetMillis()))
                .failurePolicy(result -> result.failed()
                        && (!(result.cause() instanceof ProcessorFailure known) || known.mayHaveBeenProcessed()));
    }

    boolean isOpen() {
        return breaker.state() != CircuitBreakerState.CLOSED;
    }

    RetryBudget budget() {
        return budget;
    }

    /** Sends a call once. */
    <T extends @Nullable Object> Future<T> send(ProcessorCall<T> call) {
        return breaker.execute(() -> sent(call))
                .recover(failure -> Future.failedFuture(
                        failure instanceof OpenCircuitException
                                ? new ProcessorFailure(
                                        Kind.NOT_SENT, "the circuit breaker of the processor is open", breakerReset)
                                : failure));
    }

    private <T extends @Nullable Object> Future<T> sent(ProcessorCall<T> call) {
        long millisLeft = Math.max(1, call.nanosLeft() / 1_000_000);
        return vertx.eventBus()
                .<ProcessorCall.Outcome<T>>request(
                        ProcessorVerticle.ADDRESS, call, LocalCodec.options().setSendTimeout(millisLeft + REPLY_MILLIS))
                .recover(failure -> Future.failedFuture(convert(failure)))
                .compose(reply -> reply.body().future());
    }

    private static Throwable convert(Throwable failure) {
        if (!(failure instanceof ReplyException reply)) {
            return failure;
        }
        return reply.failureType() == ReplyFailure.NO_HANDLERS
                ? new ProcessorFailure(Kind.NOT_SENT, "no worker is running", RETRY_AFTER)
                : new ProcessorFailure(Kind.UNKNOWN, "no response in time", RETRY_AFTER);
    }
}
