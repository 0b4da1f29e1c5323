package io.tollgate.processor;

import com.stripe.exception.ApiConnectionException;
import com.stripe.net.HttpURLConnectionClient;
import com.stripe.net.StripeRequest;
import com.stripe.net.StripeResponse;
import com.stripe.net.StripeResponseStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.SocketTimeoutException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The SDK's HTTP client with a total deadline, a size limit, and access to {@code Retry-After}. The SDK's timeout
 * applies to each read, so that a slowly trickling response would hold a thread indefinitely.
 */
final class DeadlineHttpClient extends HttpURLConnectionClient {
    private static final int BYTES_MAX = 1 << 20;

    private final long deadline;
    private @Nullable String retryAfter;

    /** @param millis total time for a complete response, from now on */
    DeadlineHttpClient(int millis) {
        deadline = System.nanoTime() + Duration.ofMillis(millis).toNanos();
    }

    @Override
    public StripeResponse request(StripeRequest request) throws ApiConnectionException {
        try {
            StripeResponse response = super.request(request);
            retryAfter = response.headers().firstValue("Retry-After").orElse(null);
            return response;
        } catch (NullPointerException | IllegalArgumentException malformed) {
            // The SDK fails this way on responses without a known status or a body.
            throw new ApiConnectionException("The response cannot be parsed", malformed);
        }
    }

    @Override
    public StripeResponseStream requestStream(StripeRequest request) throws ApiConnectionException {
        StripeResponseStream answer = super.requestStream(request);
        return new StripeResponseStream(answer.code(), answer.headers(), new DeadlineInputStream(answer.body()));
    }

    /** Returns {@code Retry-After} of the latest response, or the given default. */
    Duration retryAfter(Duration otherwise) {
        return retryAfter != null && retryAfter.matches("\\d{1,4}")
                ? Duration.ofSeconds(Long.parseLong(retryAfter))
                : otherwise;
    }

    /** Fails if the response exceeds the size limit or the deadline. */
    private final class DeadlineInputStream extends FilterInputStream {
        private int bytes;

        private DeadlineInputStream(InputStream in) {
            super(in);
        }

        @Override
        public int read() throws IOException {
            return counted(super.read(), 1);
        }

        @Override
        public int read(byte[] into, int at, int length) throws IOException {
            int read = super.read(into, at, length);
            return counted(read, read);
        }

        private int counted(int result, int more) throws IOException {
            bytes += Math.max(0, more);
            if (bytes > BYTES_MAX) {
                throw new IOException("The response is longer than " + BYTES_MAX + " bytes");
            }
            if (result >= 0 && System.nanoTime() - deadline > 0) {
                throw new SocketTimeoutException("The response exceeded its deadline");
            }
            return result;
        }
    }
}
