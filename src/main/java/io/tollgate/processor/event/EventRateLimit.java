package io.tollgate.processor.event;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.github.bucket4j.Bucket;
import io.github.bucket4j.ConsumptionProbe;
import io.tollgate.error.ApiError;
import io.tollgate.processor.ProcessorSettings;
import java.time.Duration;

/**
 * Limits events. Verified events take from the bucket of their account; rejected requests take from the bucket of
 * their network address, so that a stranger cannot exhaust the bucket of an account. Shared by all event loops.
 */
public final class EventRateLimit {
    private static final int BUCKETS_MAX = 100_000;
    private static final int BURST_SECONDS = 20;
    private static final Duration SECOND = Duration.ofSeconds(1);

    private final Cache<String, Bucket> accounts = buckets();
    private final Cache<String, Bucket> rejections = buckets();
    private final ProcessorSettings settings;

    public EventRateLimit(ProcessorSettings settings) {
        this.settings = settings;
    }

    private static Cache<String, Bucket> buckets() {
        return Caffeine.newBuilder()
                .maximumSize(BUCKETS_MAX)
                .expireAfterAccess(Duration.ofHours(1))
                .build();
    }

    private Bucket bucket() {
        long perSecond = settings.eventsPerSecond();
        return Bucket.builder()
                .addLimit(limit -> limit.capacity(perSecond * BURST_SECONDS).refillGreedy(perSecond, SECOND))
                .build();
    }

    /**
     * Rejects a request of an address that has sent too many invalid ones.
     *
     * @throws ApiError 429
     */
    void requireAddress(String address) {
        Bucket bucket = rejections.getIfPresent(address);
        if (bucket != null && bucket.getAvailableTokens() == 0) {
            throw ApiError.rateLimited(SECOND);
        }
    }

    /** Counts an invalid request of an address. */
    void rejected(String address) {
        rejections.get(address, any -> bucket()).tryConsume(1);
    }

    /**
     * Takes a token of an account.
     *
     * @throws ApiError 429 if none is left
     */
    void take(String account) {
        ConsumptionProbe probe = accounts.get(account, any -> bucket()).tryConsumeAndReturnRemaining(1);
        if (!probe.isConsumed()) {
            throw ApiError.rateLimited(Duration.ofNanos(probe.getNanosToWaitForRefill()));
        }
    }
}
