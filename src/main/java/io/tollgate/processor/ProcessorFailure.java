package io.tollgate.processor;

import io.tollgate.error.ApiError;
import java.time.Duration;

/** The processor did not do what it was asked. It carries no stack trace: nothing of ours is broken. */
public final class ProcessorFailure extends RuntimeException {
    private final Kind kind;
    private final Duration retryAfter;

    /** What a failure says of what was asked. */
    public enum Kind {
        /** It was understood, and will not be done. */
        REFUSED,
        /** The account's key is not accepted. */
        KEY_REFUSED,
        /** Too much was asked for this account; it was not done. */
        RATE_LIMITED,
        /** It was not sent: too many others wait, or the processor has been failing. */
        NOT_SENT,
        /** There was no answer that could be understood: whether it was done is not known. */
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

    Duration retryAfter() {
        return retryAfter;
    }

    /** Whether it may have been done all the same. */
    public boolean mayBeDone() {
        return kind == Kind.UNKNOWN;
    }

    /** What the caller of our interface is told: failures of others stay as they are. */
    public static Throwable told(Throwable failure) {
        return failure instanceof ProcessorFailure known ? known.answer() : failure;
    }

    private ApiError answer() {
        return switch (kind) {
            case REFUSED ->
                ApiError.unprocessable("processor_refused", "The payment processor refused: " + getMessage());
            case KEY_REFUSED ->
                ApiError.forbidden(
                        "processor_key_refused",
                        "The payment processor does not accept the key of the connected account. Connect it again.");
            case RATE_LIMITED -> ApiError.rateLimited(retryAfter);
            case NOT_SENT, UNKNOWN -> ApiError.unavailable(retryAfter);
        };
    }
}
