package io.tollgate.tools.demo;

import java.time.Instant;

/**
 * The size and period of the demo data.
 *
 * @param records payments of the first seller in both modes
 * @param sellers number of sellers; each one after the first gets a hundredth of the first seller's records
 * @param now the end of the period
 * @param days the length of the period
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

    /** Returns options for a period of two years that ends at the given time. */
    public static DemoOptions of(long records, int sellers, long seed, Instant now) {
        return new DemoOptions(records, sellers, seed, now, 730);
    }

    /** Returns the number of payments of the seller at this position, in both modes. */
    long recordsOf(int seller) {
        return seller == 0 ? records : Math.max(1, records / 100);
    }
}
