package io.tollgate.processor;

import com.stripe.exception.ApiConnectionException;
import com.stripe.exception.AuthenticationException;
import com.stripe.exception.PermissionException;
import com.stripe.exception.StripeException;
import com.stripe.net.RequestOptions;
import io.tollgate.processor.ProcessorFailure.Kind;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Makes calls of Stripe's SDK and converts their failures. */
record StripeCalls(DeadlineHttpClient http) {
    private static final int TOO_MANY = 429;
    static final Duration RETRY_AFTER = Duration.ofSeconds(2);

    /** An SDK call, which may fail with the SDK's exceptions. */
    interface SdkCall<T> {
        T call() throws StripeException;
    }

    static RequestOptions options(String key) {
        return RequestOptions.builder().setIdempotencyKey(key).build();
    }

    /** Makes a call and treats one error code as success, because the requested state already exists. */
    void unless(String code, SdkCall<?> call) {
        try {
            Object unused = call.call();
        } catch (StripeException failure) {
            if (!code.equals(failure.getCode())) {
                throw convert(failure);
            }
        }
    }

    /** Makes a call. Returns null if it fails with one error code. */
    <T> @Nullable T callOrNull(String code, SdkCall<T> call) {
        try {
            return call.call();
        } catch (StripeException failure) {
            if (code.equals(failure.getCode())) {
                return null;
            }
            throw convert(failure);
        }
    }

    <T> T call(SdkCall<T> call) {
        try {
            return call.call();
        } catch (StripeException failure) {
            throw convert(failure);
        }
    }

    /**
     * Converts a failure. Only a 4xx other than 409 means that nothing was done; 409 means that the request is still
     * in progress. A body that is not in the processor's format comes from a proxy, which may not know the outcome.
     */
    private ProcessorFailure convert(StripeException failure) {
        Integer status = failure.getStatusCode();
        boolean answered =
                status != null && status >= 400 && status < 500 && status != 409 && failure.getStripeError() != null;
        if (status != null && status == TOO_MANY) {
            return new ProcessorFailure(Kind.RATE_LIMITED, "too many requests", http.retryAfter(RETRY_AFTER));
        }
        if (failure instanceof AuthenticationException || failure instanceof PermissionException) {
            return new ProcessorFailure(Kind.KEY_REFUSED, "the key was rejected", RETRY_AFTER);
        }
        if (failure instanceof ApiConnectionException || !answered) {
            return new ProcessorFailure(Kind.UNKNOWN, String.valueOf(failure.getMessage()), RETRY_AFTER);
        }
        return new ProcessorFailure(Kind.REFUSED, message(failure), RETRY_AFTER);
    }

    private static String message(StripeException failure) {
        String told = failure.getStripeError() == null
                ? failure.getMessage()
                : failure.getStripeError().getMessage();
        return told == null ? "no reason given" : told;
    }
}
