package io.tollgate.platform.export;

import io.tollgate.platform.error.ApiError;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;

/** Limits the concurrent exports of an instance, in total and per seller. Thread-safe. */
public final class ExportSlots {
    private static final Duration RETRY_AFTER = Duration.ofSeconds(5);

    private final ExportSettings settings;
    private final Map<String, Integer> bySeller = new HashMap<>();
    private int running;

    public ExportSlots(ExportSettings settings) {
        this.settings = settings;
    }

    ExportSettings settings() {
        return settings;
    }

    /** Returns the number of running exports. */
    public synchronized int running() {
        return running;
    }

    /**
     * Takes a slot.
     *
     * @return releases the slot; further calls have no effect
     * @throws ApiError 429 if the seller has too many exports, 503 if the instance has
     */
    synchronized Runnable take(String sellerId) {
        if (bySeller.getOrDefault(sellerId, 0) >= settings.sellerMax()) {
            throw ApiError.tooMany(
                    "too_many_exports",
                    "The account already receives " + settings.sellerMax() + " exports. Wait until one of them ends.",
                    RETRY_AFTER);
        }
        if (running >= settings.max()) {
            throw ApiError.unavailable(
                    "exports_busy", "Too many exports are being sent. Try again shortly.", RETRY_AFTER);
        }
        running++;
        bySeller.merge(sellerId, 1, Integer::sum);
        AtomicBoolean taken = new AtomicBoolean(true);
        return () -> {
            if (taken.compareAndSet(true, false)) {
                release(sellerId);
            }
        };
    }

    private synchronized void release(String sellerId) {
        running--;
        bySeller.computeIfPresent(sellerId, (seller, count) -> count == 1 ? null : Integer.valueOf(count - 1));
    }
}
