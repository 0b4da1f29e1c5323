package io.tollgate.platform.server;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.github.bucket4j.Bucket;
import io.github.bucket4j.ConsumptionProbe;
import io.tollgate.platform.error.ApiError;
import java.time.Duration;

/** Token buckets by key, such as a network address. Their number is bounded. Shared by all event loops. */
public final class TokenBuckets {
    private static final int BUCKETS_MAX = 100_000;

    /** A bucket that is unused for this time is full again and can be evicted. */
    private static final Duration FULL_AFTER = Duration.ofHours(1);

    private final Cache<String, Bucket> buckets = Caffeine.newBuilder()
            .maximumSize(BUCKETS_MAX)
            .expireAfterAccess(FULL_AFTER)
            .build();

    /**
     * A rate limit.
     *
     * @param burst capacity of a bucket
     * @param tokens number of tokens that are added in each period
     */
    public record Rate(long burst, long tokens, Duration period) {
        public static Rate perSecond(long burst, long tokens) {
            return new Rate(burst, tokens, Duration.ofSeconds(1));
        }

        public static Rate perMinute(long tokens) {
            return new Rate(tokens, tokens, Duration.ofMinutes(1));
        }

        public static Rate perHour(long tokens) {
            return new Rate(tokens, tokens, FULL_AFTER);
        }
    }

    /** Returns the bucket of a key. Creates a full one with this rate if there is none. */
    Bucket of(String key, Rate rate) {
        return buckets.get(
                key,
                any -> Bucket.builder()
                        .addLimit(limit -> limit.capacity(rate.burst()).refillGreedy(rate.tokens(), rate.period()))
                        .build());
    }

    /**
     * Takes tokens from the bucket of a key.
     *
     * @throws ApiError 429 if fewer are left
     */
    public void take(String key, long count, Rate rate) {
        ConsumptionProbe probe = of(key, rate).tryConsumeAndReturnRemaining(count);
        if (!probe.isConsumed()) {
            throw ApiError.rateLimited(Duration.ofNanos(probe.getNanosToWaitForRefill()));
        }
    }

    /** Takes a token from the bucket of a key if one is left. */
    public void takeIfLeft(String key, Rate rate) {
        of(key, rate).tryConsume(1);
    }

    /** Takes a token from the bucket of a key. Returns false if none is left. */
    public boolean tryTake(String key, Rate rate) {
        return of(key, rate).tryConsume(1);
    }

    /** Returns whether the bucket of a key has no token left. Creates no bucket. */
    public boolean isEmpty(String key) {
        Bucket bucket = buckets.getIfPresent(key);
        return bucket != null && bucket.getAvailableTokens() == 0;
    }
}
