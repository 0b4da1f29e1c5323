package io.tollgate.processor;

import com.stripe.exception.ApiConnectionException;
import com.stripe.net.HttpURLConnectionClient;
import com.stripe.net.StripeRequest;
import com.stripe.net.StripeResponse;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The SDK's own HTTP client, which also remembers when the processor wants to be asked again. */
final class Wire extends HttpURLConnectionClient {
    private @Nullable String retryAfter;

    @Override
    public StripeResponse request(StripeRequest request) throws ApiConnectionException {
        StripeResponse response = super.request(request);
        retryAfter = response.headers().firstValue("Retry-After").orElse(null);
        return response;
    }

    /** What the last answer said, in seconds. */
    Duration retryAfter(Duration otherwise) {
        return retryAfter != null && retryAfter.matches("\\d{1,4}")
                ? Duration.ofSeconds(Long.parseLong(retryAfter))
                : otherwise;
    }
}
