package io.tollgate.server;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.github.bucket4j.Bucket;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Bounds how many lines rejected requests write to the log, of each key, of each address without one, and of all
 * addresses together: a flood would otherwise replace all log files within seconds. Counts the lines that it
 * suppresses.
 */
final class LogThrottle {
    private static final int CLIENTS_MAX = 10_000;

    /** A bucket that was not used for so long is full again. */
    private static final Duration FULL_AGAIN = Duration.ofMinutes(1);

    private final Cache<String, Bucket> buckets = Caffeine.newBuilder()
            .maximumSize(CLIENTS_MAX)
            .expireAfterAccess(FULL_AGAIN)
            .build();
    private final Bucket keyless = bucket(Lines.ALL_KEYLESS);
    private final AtomicLong suppressed = new AtomicLong();

    /** Lines of rejected requests. */
    enum Lines {
        KEY(100, 1_000),
        ADDRESS(10, 100),
        ALL_KEYLESS(100, 1_000);

        final int perSecond;
        final int burst;

        Lines(int perSecond, int burst) {
            this.perSecond = perSecond;
            this.burst = burst;
        }
    }

    private static Bucket bucket(Lines lines) {
        return Bucket.builder()
                .addLimit(limit -> limit.capacity(lines.burst).refillGreedy(lines.perSecond, Duration.ofSeconds(1)))
                .build();
    }

    /**
     * Whether the line of a rejected request is to be written. Asked once for each request.
     *
     * @param keyId null without a valid key
     */
    boolean admits(@Nullable String keyId, String address) {
        boolean admitted = keyId != null
                ? buckets.get("key " + keyId, key -> bucket(Lines.KEY)).tryConsume(1)
                : buckets.get("address " + address, key -> bucket(Lines.ADDRESS))
                                .tryConsume(1)
                        && keyless.tryConsume(1);
        if (!admitted) {
            suppressed.incrementAndGet();
        }
        return admitted;
    }

    /** How many lines were suppressed since the last call. */
    long takeSuppressed() {
        return suppressed.getAndSet(0);
    }
}
