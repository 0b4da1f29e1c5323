package io.tollgate.storefront;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.github.bucket4j.Bucket;
import io.github.bucket4j.ConsumptionProbe;
import io.tollgate.error.ApiError;
import io.tollgate.server.RateLimitSettings;
import java.time.Duration;

/** Limits the requests of one network address to hosted pages, with a token bucket. Shared by all event loops. */
public final class BuyerRateLimit {
    private static final int BUCKETS_MAX = 100_000;

    private final Cache<String, Bucket> addresses = Caffeine.newBuilder()
            .maximumSize(BUCKETS_MAX)
            .expireAfterAccess(Duration.ofHours(1))
            .build();
    private final RateLimitSettings settings;

    public BuyerRateLimit(RateLimitSettings settings) {
        this.settings = settings;
    }

    /**
     * Takes a token of an address.
     *
     * @throws ApiError 429 if none is left
     */
    void take(String address) {
        ConsumptionProbe probe = addresses.get(address, any -> bucket()).tryConsumeAndReturnRemaining(1);
        if (!probe.isConsumed()) {
            throw ApiError.rateLimited(Duration.ofNanos(probe.getNanosToWaitForRefill()));
        }
    }

    private Bucket bucket() {
        return Bucket.builder()
                .addLimit(limit -> limit.capacity(settings.buyerBurst())
                        .refillGreedy(settings.buyerPerSecond(), Duration.ofSeconds(1)))
                .build();
    }
}
