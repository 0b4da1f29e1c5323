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
 * The SDK's own HTTP client, which also remembers when the processor wants to be asked again, and takes no
 * answer that is too long or too slow: the SDK's own time limit is for each piece of an answer, so that one
 * that drips would hold a thread for ever.
 */
final class DeadlineHttpClient extends HttpURLConnectionClient {
    private static final int BYTES_MAX = 1 << 20;

    private final long deadline;
    private @Nullable String retryAfter;

    /** @param millis for whole answers, from now on */
    DeadlineHttpClient(int millis) {
        deadline = System.nanoTime() + Duration.ofMillis(millis).toNanos();
    }

    @Override
    public StripeResponse request(StripeRequest request) throws ApiConnectionException {
        try {
            StripeResponse response = super.request(request);
            retryAfter = response.headers().firstValue("Retry-After").orElse(null);
            return response;
        } catch (NullPointerException | IllegalArgumentException odd) {
            // The SDK takes an answer for granted that has a status it knows, and a body.
            throw new ApiConnectionException("The answer cannot be read", odd);
        }
    }

    @Override
    public StripeResponseStream requestStream(StripeRequest request) throws ApiConnectionException {
        StripeResponseStream answer = super.requestStream(request);
        return new StripeResponseStream(answer.code(), answer.headers(), new Bounded(answer.body()));
    }

    /** What the last answer said, in seconds. */
    Duration retryAfter(Duration otherwise) {
        return retryAfter != null && retryAfter.matches("\\d{1,4}")
                ? Duration.ofSeconds(Long.parseLong(retryAfter))
                : otherwise;
    }

    /** Ends with a failure where an answer becomes too long, or is not there in time. */
    private final class Bounded extends FilterInputStream {
        private int bytes;

        private Bounded(InputStream in) {
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
                throw new IOException("The answer is longer than " + BYTES_MAX + " bytes");
            }
            if (result >= 0 && System.nanoTime() - deadline > 0) {
                throw new SocketTimeoutException("The answer did not end in time");
            }
            return result;
        }
    }
}
