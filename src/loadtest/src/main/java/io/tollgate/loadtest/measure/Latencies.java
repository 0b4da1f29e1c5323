package io.tollgate.loadtest.measure;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;

/** Times of answers, to the millisecond: every one counts, none is sampled. */
public final class Latencies {
    private static final int MILLIS_MAX = 60_000;

    private final AtomicLongArray counts = new AtomicLongArray(MILLIS_MAX + 1);
    private final AtomicLong worst = new AtomicLong();

    void add(long millis) {
        counts.incrementAndGet((int) Math.min(MILLIS_MAX, Math.max(0, millis)));
        worst.accumulateAndGet(millis, Math::max);
    }

    /** @param share from 0 to 1; 0 where nothing was counted */
    public long percentile(double share) {
        long all = 0;
        for (int i = 0; i <= MILLIS_MAX; i++) {
            all += counts.get(i);
        }
        long wanted = (long) Math.ceil(all * share);
        long seen = 0;
        for (int i = 0; i <= MILLIS_MAX; i++) {
            seen += counts.get(i);
            if (seen >= wanted && seen > 0) {
                return i;
            }
        }
        return 0;
    }

    public long worst() {
        return worst.get();
    }
}
