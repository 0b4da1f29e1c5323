package io.tollgate.platform.server;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.github.bucket4j.Bucket;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Limits the log lines of rejected requests per key, per address without a key, and for all requests without a key.
 * Otherwise a flood would rotate all earlier lines out of the log files within seconds. Counts the suppressed lines.
 */
final class LogThrottle {
    private static final int CLIENTS_MAX = 10_000;

    /** A bucket that is unused for this long is full again and can be evicted. */
    private static final Duration REFILL_TIME = Duration.ofMinutes(1);

    private final Cache<String, Bucket> buckets = Caffeine.newBuilder()
            .maximumSize(CLIENTS_MAX)
            .expireAfterAccess(REFILL_TIME)
            .build();
    private final Bucket keyless = bucket(Lines.ALL_KEYLESS);
    private final AtomicLong suppressed = new AtomicLong();

    /** The limits by kind of client. */
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
     * Returns whether to log a rejected request. Call once per request, because each call consumes a token.
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

    /** Returns the number of lines suppressed since the last call. */
    long takeSuppressed() {
        return suppressed.getAndSet(0);
    }
}
