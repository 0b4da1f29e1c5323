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

    private final Cache<String, Bucket> addresses = buckets();
    private final Cache<String, Bucket> forms = buckets();
    private final Cache<String, Bucket> files = buckets();
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

    /**
     * Takes a token for a submission of a form.
     *
     * @throws ApiError 429 if the address has sent too many in an hour
     */
    void takeForm(String address) {
        take(forms, address, 1, settings.buyerFormsPerHour());
    }

    /**
     * Takes a token for each file of a form.
     *
     * @throws ApiError 429 if the address has sent too many in an hour
     */
    void takeFiles(String address, int count) {
        take(files, address, count, settings.buyerFilesPerHour());
    }

    private static void take(Cache<String, Bucket> buckets, String address, int count, int perHour) {
        ConsumptionProbe probe = buckets.get(address, any -> perHour(perHour)).tryConsumeAndReturnRemaining(count);
        if (!probe.isConsumed()) {
            throw ApiError.rateLimited(Duration.ofNanos(probe.getNanosToWaitForRefill()));
        }
    }

    private static Bucket perHour(int tokens) {
        return Bucket.builder()
                .addLimit(limit -> limit.capacity(tokens).refillGreedy(tokens, Duration.ofHours(1)))
                .build();
    }

    private static Cache<String, Bucket> buckets() {
        return Caffeine.newBuilder()
                .maximumSize(BUCKETS_MAX)
                .expireAfterAccess(Duration.ofHours(1))
                .build();
    }

    private Bucket bucket() {
        return Bucket.builder()
                .addLimit(limit -> limit.capacity(settings.buyerBurst())
                        .refillGreedy(settings.buyerPerSecond(), Duration.ofSeconds(1)))
                .build();
    }
}
