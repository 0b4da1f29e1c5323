package io.tollgate.processor;

import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.task.RetryAfter;
import java.time.Duration;

/** A call to the processor failed. Carries no stack trace, because the failure is not a defect of this program. */
public final class ProcessorFailure extends RuntimeException implements RetryAfter {
    private final Kind kind;
    private final Duration retryAfter;

    /** What a failure implies for the requested change. */
    public enum Kind {
        /** The processor understood the request and rejected it. */
        REFUSED,
        /** The processor was asked for nothing: what it has is not what the request assumes. */
        OUTDATED,
        /** The processor rejected the account's key. */
        KEY_REFUSED,
        /** The processor rejected the request because of a rate limit; nothing was done. */
        RATE_LIMITED,
        /** The request was not sent: the queue is full or the circuit breaker is open. */
        NOT_SENT,
        /** No valid response arrived; the request may have been processed. */
        UNKNOWN
    }

    ProcessorFailure(Kind kind, String message, Duration retryAfter) {
        super(message, null, false, false);
        this.kind = kind;
        this.retryAfter = retryAfter;
    }

    public Kind kind() {
        return kind;
    }

    @Override
    public Duration retryAfter() {
        return retryAfter;
    }

    /** Returns whether the request may have been processed. */
    public boolean mayHaveBeenProcessed() {
        return kind == Kind.UNKNOWN;
    }

    /** Returns the failure of an operation that has changed something before. */
    public ProcessorFailure afterChange() {
        return new ProcessorFailure(Kind.UNKNOWN, String.valueOf(getMessage()), retryAfter);
    }

    /** Converts the failure to the error for the API client; returns other failures unchanged. */
    public static Throwable toApiError(Throwable failure) {
        return failure instanceof ProcessorFailure known ? known.apiError() : failure;
    }

    private ApiError apiError() {
        return switch (kind) {
            case REFUSED ->
                ApiError.unprocessable(
                        "processor_refused", "The payment processor rejected the request: " + getMessage());
            case OUTDATED ->
                ApiError.busy(
                        "idempotency_conflict",
                        "The payment processor has changed the subscription meanwhile. Send the request again.");
            case KEY_REFUSED ->
                ApiError.forbidden(
                        "processor_key_refused",
                        "The payment processor rejected the key of the connected account. Connect the account again.");
            case RATE_LIMITED -> ApiError.rateLimited(retryAfter);
            case NOT_SENT, UNKNOWN -> ApiError.unavailable(retryAfter);
        };
    }
}
