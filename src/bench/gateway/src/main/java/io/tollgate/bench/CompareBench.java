package io.tollgate.bench;

import io.tollgate.platform.resource.Scope;
import java.io.PrintStream;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.DoubleSupplier;
import java.util.function.Supplier;

/**
 * Two programs in turns, in each round the other one first. Prints Markdown.
 *
 * <p>Arguments: {@code read}, {@code write} or {@code pdf}, rounds, seconds of each measurement; then for each of the
 * two: its name, address (or, for documents, class path), address of the database, live key and process id of the
 * gateway. Ends with 1 if a read figure of the second is certainly below 0.97 of the first.
 */
public final class CompareBench {
    private static final int WRITERS = 16;
    private static final int EVENTS = 64;
    private static final int SIDE = 5;

    /** A read figure below this share of the other commit's is a regression. */
    private static final double KEPT = 0.97;

    private final PrintStream out = System.out;
    private final int rounds;
    private final int seconds;
    private final Side first;
    private final Side second;

    /** One of the two: its cases, by name, each of which gives so many a second. */
    private record Side(String name, Map<String, DoubleSupplier> cases) {
        double measure(String each) {
            return Objects.requireNonNull(cases.get(each), each).getAsDouble();
        }
    }

    /** One measurement tells two figures: pages a second, and pages for a second of processor time. */
    private static final class DifferentPages {
        private final Supplier<Wrk> load;
        private double micros;

        DifferentPages(Supplier<Wrk> load) {
            this.load = load;
        }

        double perSecond() {
            Wrk result = load.get();
            micros = result.serverMicros();
            return result.perSecond();
        }

        /** Of the measurement before. */
        double perProcessorSecond() {
            return 1_000_000 / micros;
        }
    }

    private CompareBench(String[] args) throws SQLException {
        this.rounds = Integer.parseInt(args[1]);
        this.seconds = Integer.parseInt(args[2]);
        this.first = side(args[0], args, 3);
        this.second = side(args[0], args, 3 + SIDE);
    }

    public static void main(String[] args) throws SQLException {
        List<String> regressions = new CompareBench(args).run();
        if (args[0].equals("read") && !regressions.isEmpty()) {
            System.err.println("Below " + KEPT + " of the first: " + String.join(", ", regressions));
            System.exit(1);
        }
    }

    private Side side(String group, String[] args, int at) throws SQLException {
        String address = args[at + 1];
        return new Side(
                args[at],
                switch (group) {
                    case "read" -> reads(address, args[at + 2], args[at + 3], Long.parseLong(args[at + 4]));
                    case "write" -> writes(address, args[at + 2], args[at + 3]);
                    case "pdf" -> documents(address);
                    default -> throw new IllegalArgumentException(group);
                });
    }

    private Map<String, DoubleSupplier> reads(String url, String databaseUrl, String key, long gateway)
            throws SQLException {
        Map<String, DoubleSupplier> cases = new LinkedHashMap<>();
        try (BenchDatabase database = new BenchDatabase(databaseUrl)) {
            Scope scope = database.live("demo");
            String id = database.one(
                    "SELECT id FROM payment_lookup WHERE seller_id = ? AND livemode ORDER BY id DESC OFFSET 99 LIMIT 1",
                    scope.sellerId());
            Map<String, String> paths = new LinkedHashMap<>();
            paths.put("list", "");
            paths.put("one filter", "?status=paid");
            paths.put("page 2", "?starting_after=" + id);
            paths.put("search, remembered", "?search=example");
            paths.forEach((name, path) -> cases.put(
                    name,
                    () -> Wrk.load(url + "/v1/payments" + path, key, seconds).perSecond()));
            List<String> pages = database.pagePaths(scope.sellerId(), 0);
            DifferentPages lists = new DifferentPages(
                    () -> new ProcessorTime(gateway).during(seconds, () -> Wrk.inTurn(url, pages, key, seconds)));
            cases.put("list, different pages", lists::perSecond);
            cases.put("the same, for a second of the gateway's processor time", lists::perProcessorSecond);
            List<String> gets = database.paymentPaths(scope.sellerId());
            cases.put("get by id", () -> Wrk.inTurn(url, gets, key, seconds).perSecond());
        }
        return cases;
    }

    private Map<String, DoubleSupplier> writes(String url, String databaseUrl, String key) throws SQLException {
        Scope scope;
        try (BenchDatabase database = new BenchDatabase(databaseUrl)) {
            scope = database.live("bench");
        }
        BookingLoad load = new BookingLoad(url, key, BenchEvents.make(databaseUrl, scope, EVENTS));
        Map<String, DoubleSupplier> cases = new LinkedHashMap<>();
        cases.put("bookings, 1 writer", () -> load.run(1, EVENTS, seconds).perSecond());
        cases.put(
                "bookings, " + WRITERS + " writers",
                () -> load.run(WRITERS, EVENTS, seconds).perSecond());
        return cases;
    }

    private Map<String, DoubleSupplier> documents(String classPath) {
        Map<String, DoubleSupplier> cases = new LinkedHashMap<>();
        DrawnElsewhere drawn = new DrawnElsewhere(classPath, seconds);
        for (int tickets : List.of(1, 10, 100)) {
            cases.put("PDF of " + tickets + (tickets == 1 ? " ticket" : " tickets"), () -> drawn.perSecond(tickets));
        }
        return cases;
    }

    /** @return the figures of the second that are certainly below what may be lost */
    private List<String> run() {
        print("| a second | %s | %s | ratio | of the rounds | 95 %% | |", first.name(), second.name());
        print("|---|---|---|---|---|---|---|");
        Map<String, List<double[]>> pairs = new LinkedHashMap<>();
        for (int round = 0; round <= rounds; round++) {
            System.err.println("round " + round + " of " + rounds);
            for (String each : first.cases().keySet()) {
                double[] pair = pair(each, round % 2 == 0);
                // The first round is the warm-up.
                if (round > 0) {
                    pairs.computeIfAbsent(each, name -> new ArrayList<>()).add(pair);
                }
            }
        }
        List<String> regressions = new ArrayList<>();
        pairs.forEach((name, each) -> {
            Comparison comparison = report(name, each);
            if (comparison.exceedsNoise() && comparison.median() < KEPT) {
                regressions.add(name);
            }
        });
        return regressions;
    }

    private double[] pair(String each, boolean firstFirst) {
        if (firstFirst) {
            double measured = first.measure(each);
            return new double[] {measured, second.measure(each)};
        }
        double measured = second.measure(each);
        return new double[] {first.measure(each), measured};
    }

    private Comparison report(String name, List<double[]> pairs) {
        double[] ones = pairs.stream().mapToDouble(pair -> pair[0]).toArray();
        double[] others = pairs.stream().mapToDouble(pair -> pair[1]).toArray();
        Comparison comparison = Comparison.of(ones, others);
        print(
                "| %s | %s | %s | %.3f | %.3f to %.3f | %.3f to %.3f | %s |",
                name,
                Numbers.shown(Rounds.median(ones)),
                Numbers.shown(Rounds.median(others)),
                comparison.median(),
                comparison.least(),
                comparison.most(),
                comparison.low(),
                comparison.high(),
                comparison.verdict());
        return comparison;
    }

    private void print(String line, Object... values) {
        out.println(String.format(Locale.ROOT, line, values));
    }
}
