package io.tollgate.loadtest;

import io.tollgate.loadtest.engine.Profile;
import io.tollgate.loadtest.measure.Latencies;
import io.tollgate.loadtest.measure.Tally;
import java.util.List;
import java.util.Locale;

/**
 * Whether a load was borne.
 *
 * @param faults found outside the load: when counting up, in the report
 */
record Verdict(Scenario scenario, Profile profile, Tally tally, List<String> faults) {
    /** Below this share of the rate asked for, it was another test than the one asked for. */
    private static final double REACHED_LEAST = 0.9;

    boolean passed() {
        return tally.errors() == 0
                && tally.inconsistencies() == 0
                && faults.isEmpty()
                && tally.within() > 0
                && hasReached();
    }

    /** Who was told to wait could not reach it. */
    private boolean hasReached() {
        return !profile.isOpen() || tally.throttledCount() > 0 || reached() >= REACHED_LEAST * profile.rate();
    }

    private double reached() {
        return tally.within() / (double) profile.duration().toSeconds();
    }

    /** All of it in one line. */
    String line() {
        Latencies latencies = tally.latencies();
        String rate = profile.isOpen()
                ? String.format(Locale.ROOT, "%.1f of %d a second", reached(), profile.rate())
                : String.format(Locale.ROOT, "%.1f a second by %d users", reached(), profile.users());
        String throttled = tally.throttledCount() + tally.heldBackCount() == 0
                ? ""
                : ", %d throttled and %d held back".formatted(tally.throttledCount(), tally.heldBackCount());
        return String.format(
                Locale.ROOT,
                "%s: %,d requests, %d errors, %d inconsistencies%s, %s, p50 %d p95 %d p99 %d max %d ms: %s",
                scenario,
                tally.requests(),
                tally.errors(),
                tally.inconsistencies() + faults.size(),
                throttled,
                rate,
                latencies.percentile(0.5),
                latencies.percentile(0.95),
                latencies.percentile(0.99),
                latencies.worst(),
                passed() ? "passed" : hasReached() ? "FAILED" : "FAILED, the rate was not reached");
    }
}
