package io.tollgate.tools.demo;

import java.time.Instant;

/**
 * How much to load.
 *
 * @param records payments of the first seller, both modes together
 * @param sellers how many sellers; each one after the first gets a hundredth of the first's records
 * @param now the moment at which the records end
 * @param days over how many days before it they spread
 */
public record DemoOptions(long records, int sellers, long seed, Instant now, int days) {
    public static final long RECORDS_MAX = 50_000_000;

    public DemoOptions {
        if (records < 1 || records > RECORDS_MAX) {
            throw new IllegalArgumentException("records must be from 1 to " + RECORDS_MAX);
        }
        if (sellers < 1 || sellers > 10_000) {
            throw new IllegalArgumentException("sellers must be from 1 to 10000");
        }
        if (days < 1 || days > 7300) {
            throw new IllegalArgumentException("days must be from 1 to 7300");
        }
    }

    /** Two years that end at the given moment. */
    public static DemoOptions of(long records, int sellers, long seed, Instant now) {
        return new DemoOptions(records, sellers, seed, now, 730);
    }

    /** Payments of the seller at this position, both modes together. */
    long recordsOf(int seller) {
        return seller == 0 ? records : Math.max(1, records / 100);
    }
}
