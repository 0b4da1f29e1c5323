package io.tollgate.bench;

import io.tollgate.platform.config.SettingsReader;
import io.tollgate.platform.config.SettingsRecords;
import io.tollgate.platform.db.Database;
import io.tollgate.platform.db.DatabaseSettings;
import io.tollgate.platform.resource.Scope;
import io.vertx.core.Vertx;
import java.io.PrintStream;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;

/**
 * Writes under load: bookings over HTTP, and records straight into the database with and without
 * their counters. Prints Markdown.
 *
 * <p>Arguments: address of the gateway, address of the database, live key and name of the seller,
 * rounds, seconds of each measurement.
 */
public final class WriteBench {
    private static final int[] WRITERS = {1, 16, 64};
    private static final int EVENTS = 64;
    private static final int INSERTERS = 16;

    /** Of a second each, for a round: many short turns meet what else the machine does alike. */
    private static final int PAIRS = 5;

    private final PrintStream out = System.out;
    private final BenchDatabase database;
    private final BookingLoad bookings;
    private final Scope scope;
    private final String url;
    private final int rounds;
    private final int seconds;

    private WriteBench(String[] args, BenchDatabase database) throws SQLException {
        this.database = database;
        this.url = args[1];
        this.scope = new Scope(database.one("SELECT id FROM seller WHERE name = ?", args[3]), true);
        this.rounds = Integer.parseInt(args[4]);
        this.seconds = Integer.parseInt(args[5]);
        this.bookings = new BookingLoad(args[0], args[2], BenchEvents.make(url, scope, EVENTS));
    }

    public static void main(String[] args) throws SQLException, TimeoutException {
        try (BenchDatabase database = new BenchDatabase(args[1])) {
            new WriteBench(args, database).run();
        }
    }

    private void run() throws TimeoutException {
        bookings.run(INSERTERS, EVENTS, seconds);
        if (!Figures.wanted()) {
            bookings();
        }
        inserts();
    }

    private long deadlocks() {
        return Long.parseLong(
                database.one("SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()"));
    }

    private void bookings() {
        long before = deadlocks();
        print("| writers | bookings a second, one event | p50 ms | p99 ms | on %d events | p50 ms | p99 ms |", EVENTS);
        print("|---|---|---|---|---|---|---|");
        for (int writers : WRITERS) {
            BookingLoad.Result one = median(writers, 1);
            BookingLoad.Result many = median(writers, EVENTS);
            print(
                    "| %d | %.0f | %.1f | %.1f | %.0f | %.1f | %.1f |",
                    writers,
                    one.perSecond(),
                    one.p50Millis(),
                    one.p99Millis(),
                    many.perSecond(),
                    many.p50Millis(),
                    many.p99Millis());
        }
        print("");
        print("Answers other than 201: %d. Deadlocks: %d.", bookings.refused(), deadlocks() - before);
        print("");
    }

    private BookingLoad.Result median(int writers, int events) {
        List<BookingLoad.Result> results = new ArrayList<>();
        for (int i = 0; i < rounds; i++) {
            results.add(bookings.run(writers, events, seconds));
        }
        results.sort((a, b) -> Double.compare(a.perSecond(), b.perSecond()));
        return results.get(results.size() / 2);
    }

    private DatabaseSettings settings() {
        return SettingsRecords.copy(
                SettingsReader.defaults(DatabaseSettings.class).at(url),
                Map.of(
                        "transactionPool", INSERTERS,
                        "queueMax", 1_000,
                        "connectTimeoutMillis", 5_000,
                        "queryTimeoutMillis", 10_000,
                        "statementTimeoutMillis", 0,
                        "sellerSharePercent", 100));
    }

    /** Without and with counters in turns, so that what else the machine does meets all. */
    private void inserts() throws TimeoutException {
        Vertx vertx = Vertx.vertx();
        Database client = new Database(vertx, settings());
        InsertLoad load = new InsertLoad(client, scope, bookings.sample());
        long before = deadlocks();
        load.row(INSERTERS, 2);
        load.searched(INSERTERS, 2);
        load.counted(INSERTERS, 2);
        List<Double> rows = new ArrayList<>();
        List<Double> searched = new ArrayList<>();
        List<Double> counted = new ArrayList<>();
        try (LockSampler locks = new LockSampler(url)) {
            for (int i = 0; i < PAIRS * rounds; i++) {
                rows.add(load.row(INSERTERS, 1));
                searched.add(load.searched(INSERTERS, 1));
                counted.add(load.counted(INSERTERS, 1));
            }
            List<Double> ratios = ratios(counted, searched);
            print("| %d writers on one seller, records a second | measured |", INSERTERS);
            print("|---|---|");
            print("| the row of the record alone | %.0f |", median(rows));
            print("| with its narrow twin, for searches | %.0f |", median(searched));
            print("| with twin and journal of counts | %.0f |", median(counted));
            print("| with counts over without, median of %d (goal: 0.8) | %.2f |", ratios.size(), median(ratios));
            print("| all over the row alone | %.2f |", median(ratios(counted, rows)));
            print("");
            tell(ratios);
            print("Ratios: %s. Deadlocks: %d. %s", listed(ratios), deadlocks() - before, locks.told());
        }
        client.close();
        vertx.close().await(10, TimeUnit.SECONDS);
    }

    private static List<Double> ratios(List<Double> those, List<Double> these) {
        return IntStream.range(0, those.size())
                .mapToObj(i -> those.get(i) / these.get(i))
                .toList();
    }

    private void tell(List<Double> ratios) {
        Figures figures = new Figures(Promise.Group.WRITE);
        double[] each = ratios.stream().mapToDouble(Double::doubleValue).toArray();
        figures.add(Promise.COUNTED_INSERT, Rounds.median(each), each);
        figures.write(database.version());
    }

    private static double median(List<Double> numbers) {
        return Rounds.median(numbers.stream().mapToDouble(Double::doubleValue).toArray());
    }

    private static String listed(List<Double> ratios) {
        return String.join(
                ", ",
                ratios.stream()
                        .map(ratio -> String.format(Locale.ROOT, "%.2f", ratio))
                        .toList());
    }

    private void print(String line, Object... values) {
        out.println(String.format(Locale.ROOT, line, values));
    }
}
