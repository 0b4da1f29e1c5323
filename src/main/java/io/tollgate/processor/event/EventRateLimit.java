package io.tollgate.processor.event;

import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.server.TokenBuckets;
import io.tollgate.platform.server.TokenBuckets.Rate;
import io.tollgate.processor.ProcessorSettings;
import java.time.Duration;

/**
 * Limits events. Verified events take from the bucket of their account; rejected requests take from the bucket of
 * their network address, so that a stranger cannot exhaust the bucket of an account. Shared by all event loops.
 */
public final class EventRateLimit {
    private static final int BURST_SECONDS = 20;

    private final TokenBuckets accounts = new TokenBuckets();
    private final TokenBuckets rejections = new TokenBuckets();
    private final Rate rate;

    public EventRateLimit(ProcessorSettings settings) {
        long perSecond = settings.eventsPerSecond();
        this.rate = Rate.perSecond(perSecond * BURST_SECONDS, perSecond);
    }

    /**
     * Rejects a request of an address that has sent too many invalid ones.
     *
     * @throws ApiError 429
     */
    void requireAddress(String address) {
        if (rejections.isEmpty(address)) {
            throw ApiError.rateLimited(Duration.ofSeconds(1));
        }
    }

    /** Counts an invalid request of an address. */
    void rejected(String address) {
        rejections.takeIfLeft(address, rate);
    }

    /**
     * Takes a token of an account.
     *
     * @throws ApiError 429 if none is left
     */
    void take(String account) {
        accounts.take(account, 1, rate);
    }
}
