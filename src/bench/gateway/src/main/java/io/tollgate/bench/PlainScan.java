package io.tollgate.bench;

import java.util.ArrayList;
import java.util.List;

/**
 * What first totals of searches are held against: a plain scan, by one process, of narrow rows with twice as many
 * texts, half of them the seller's. The prototype's goals were set by the worst of these, 300 ms on its machine for
 * two million texts; how long it takes on this one tells what they come to here.
 */
final class PlainScan implements AutoCloseable {
    private static final int TIMES = 3;

    private final BenchDatabase database;
    private final String seller;
    private final List<String> inputs;
    private final List<Double> taken = new ArrayList<>();

    /** @param inputs what is looked for, of the kinds that the prototype looked for */
    PlainScan(BenchDatabase database, String seller, List<String> inputs) {
        this.database = database;
        this.seller = seller;
        this.inputs = inputs;
        database.execute("DROP TABLE IF EXISTS plain_scan");
        database.execute("CREATE UNLOGGED TABLE plain_scan AS SELECT"
                + " CASE half WHEN 1 THEN seller_id ELSE reverse(seller_id) END AS seller_id, livemode, id, search_text"
                + " FROM payment_lookup, generate_series(1, 2) half WHERE seller_id = '" + seller
                + "' AND livemode ORDER BY id");
        database.execute("VACUUM ANALYZE plain_scan");
        database.execute("SET max_parallel_workers_per_gather = 0");
        database.execute("SET jit = off");
        worst();
    }

    /** Scans for each input in turn. Called at several times, it sees the machine as what it is compared with does. */
    void take() {
        taken.add(worst());
    }

    /** Milliseconds of the slowest input, the median of the times. */
    double millis() {
        return Rounds.median(taken.stream().mapToDouble(Double::doubleValue).toArray());
    }

    private double worst() {
        return inputs.stream().mapToDouble(this::median).max().orElseThrow();
    }

    private double median(String input) {
        double[] took = new double[TIMES];
        for (int i = 0; i < TIMES; i++) {
            long begun = System.nanoTime();
            database.one(
                    "SELECT count(*) FROM plain_scan WHERE seller_id = ? AND livemode AND search_text LIKE ?",
                    seller,
                    "%" + input + "%");
            took[i] = (System.nanoTime() - begun) / 1e6;
        }
        return Rounds.median(took);
    }

    @Override
    public void close() {
        database.execute("RESET max_parallel_workers_per_gather");
        database.execute("RESET jit");
        database.execute("DROP TABLE plain_scan");
    }
}
