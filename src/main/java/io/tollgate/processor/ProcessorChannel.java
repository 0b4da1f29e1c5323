package io.tollgate.processor;

import io.tollgate.processor.ProcessorFailure.Kind;
import io.vertx.circuitbreaker.CircuitBreaker;
import io.vertx.circuitbreaker.CircuitBreakerOptions;
import io.vertx.circuitbreaker.CircuitBreakerState;
import io.vertx.circuitbreaker.OpenCircuitException;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.eventbus.DeliveryOptions;
import io.vertx.core.eventbus.ReplyException;
import io.vertx.core.eventbus.ReplyFailure;
import io.vertx.core.json.JsonObject;
import java.time.Duration;

/** Sends calls to the workers for one processor, with its own circuit breaker and retry budget. */
final class ProcessorChannel {
    private static final int ROLLING_WINDOW_MILLIS = 10_000;
    private static final int REPLY_MILLIS = 250;
    private static final Duration RETRY_AFTER = Duration.ofSeconds(2);

    private final Vertx vertx;
    private final CircuitBreaker breaker;
    private final Duration breakerReset;
    private final RetryBudget budget;

    /** A call, its idempotency key and its account. */
    record Request(ProcessorCall call, String key, JsonObject body) {}

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
    Future<JsonObject> send(Request request, int limitMillis) {
        return breaker.execute(() -> sent(request, Math.max(1, limitMillis)))
                .recover(failure -> Future.failedFuture(
                        failure instanceof OpenCircuitException
                                ? new ProcessorFailure(
                                        Kind.NOT_SENT, "the circuit breaker of the processor is open", breakerReset)
                                : failure));
    }

    private Future<JsonObject> sent(Request request, int limitMillis) {
        DeliveryOptions options = new DeliveryOptions()
                .setSendTimeout(limitMillis + REPLY_MILLIS)
                .addHeader(ProcessorVerticle.CALL, request.call().name())
                .addHeader(ProcessorVerticle.KEY, request.key())
                .addHeader(ProcessorVerticle.LIMIT_MILLIS, Integer.toString(limitMillis));
        return vertx.eventBus()
                .<JsonObject>request(ProcessorVerticle.ADDRESS, request.body(), options)
                .transform(result -> result.succeeded()
                        ? Future.succeededFuture(result.result().body())
                        : Future.failedFuture(convert(result.cause())));
    }

    private static Throwable convert(Throwable failure) {
        if (!(failure instanceof ReplyException reply)) {
            return failure;
        }
        if (reply.failureType() == ReplyFailure.NO_HANDLERS) {
            return new ProcessorFailure(Kind.NOT_SENT, "no worker is running", RETRY_AFTER);
        }
        if (reply.failureType() != ReplyFailure.RECIPIENT_FAILURE) {
            return new ProcessorFailure(Kind.UNKNOWN, "no response in time", RETRY_AFTER);
        }
        if (reply.failureCode() == ProcessorVerticle.DEFECT) {
            return new IllegalStateException("a call to the processor failed: " + reply.getMessage());
        }
        JsonObject told = new JsonObject(reply.getMessage());
        return new ProcessorFailure(
                Kind.values()[reply.failureCode()],
                told.getString("message"),
                Duration.ofSeconds(told.getLong("retryAfterSeconds")));
    }
}
