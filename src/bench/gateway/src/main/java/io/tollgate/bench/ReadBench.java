package io.tollgate.bench;

import java.io.PrintStream;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/**
 * Reads under load, on one database with a large and a small seller. Prints Markdown.
 *
 * <p>Arguments: address of the gateway, address of the database, key and name of the large seller,
 * key and name of the small one, process id of the gateway, rounds, seconds of each measurement.
 */
public final class ReadBench {
    private static final String RANGE = "&createdAfter=%sT00:00:00Z&createdBefore=%sT23:59:59.999Z";

    private static final int DEEP = 800_000;

    private static final String LIST = "large: list";
    private static final String ONE_LIST = "large: list, all ask for the same page";
    private static final String PGBENCH = "the list's statement by pgbench, over TCP";
    private static final int TIMES = 100;

    private final PrintStream out = System.out;
    private final Figures figures = new Figures(Promise.Group.READ);
    private final String url;
    private final String databaseUrl;
    private final BenchDatabase database;
    private final String largeName;
    private final Side large;
    private final Side small;
    private final ProcessorTime gateway;
    private final int rounds;
    private final int seconds;

    /** A seller and its key. */
    private record Side(String key, String seller) {}

    private ReadBench(String[] args, BenchDatabase database) {
        this.url = args[0];
        this.databaseUrl = args[1];
        this.database = database;
        this.largeName = args[3];
        this.large = side(args[2], args[3]);
        this.small = side(args[4], args[5]);
        this.gateway = new ProcessorTime(Long.parseLong(args[6]));
        this.rounds = Integer.parseInt(args[7]);
        this.seconds = Integer.parseInt(args[8]);
    }

    public static void main(String[] args) throws SQLException {
        try (BenchDatabase database = new BenchDatabase(args[1])) {
            new ReadBench(args, database).run();
        }
    }

    private Side side(String key, String name) {
        return new Side(key, database.live(name).sellerId());
    }

    private void run() {
        Rounds cases = new Rounds();
        lists(cases, "large", large);
        lists(cases, "small", small);
        inTurn(cases, "large: deep page", large, database.pagePaths(large.seller(), depth() - 1));
        inTurn(cases, "large: get by id", large, database.paymentPaths(large.seller()));
        cases.run(1);
        Rounds warm = cases.again();
        warm.run(rounds);
        report(warm);
        tell(warm);
        searches();
        figures.write(database.version());
    }

    /** Beside the list, so that the machine is the same for both. */
    private void pgbench(Rounds cases) {
        if (figures.possible(Promise.LIST_OVER_PGBENCH)) {
            Pgbench pgbench = new Pgbench(database, databaseUrl, database.live(largeName));
            pgbench.warmUp(seconds);
            cases.add(PGBENCH, () -> new Wrk(pgbench.perSecond(seconds), 0, 0));
        }
    }

    private void tell(Rounds cases) {
        if (cases.has(PGBENCH)) {
            cases.tell(figures, Promise.LIST_OVER_PGBENCH, LIST, PGBENCH);
            cases.tell(figures, Promise.ONE_LIST_OVER_PGBENCH, ONE_LIST, PGBENCH);
        }
        double[] micros = cases.serverMicros(LIST);
        figures.add(Promise.LIST_PROCESSOR_TIME, Rounds.median(micros), micros);
        cases.tell(figures, Promise.LARGE_OVER_SMALL, "small: list", LIST);
        cases.tell(figures, Promise.LARGE_OVER_SMALL_FILTER, "small: one filter", "large: one filter");
        cases.tell(
                figures,
                Promise.LARGE_OVER_SMALL_RANGE,
                "small: two filters and 31 days",
                "large: two filters and 31 days");
        cases.tell(figures, Promise.DEEP_PAGE, "large: page 2", "large: deep page");
    }

    /** All of a case differ from each other, so that nothing is measured that comes of many asking for the same. */
    private void lists(Rounds cases, String name, Side side) {
        String day = "SELECT (max(created_at) AT TIME ZONE 'UTC')::date - %d FROM payment_lookup"
                + " WHERE seller_id = ? AND livemode";
        String range = RANGE.formatted(
                database.one(day.formatted(60), side.seller()), database.one(day.formatted(30), side.seller()));
        List<String> one = database.column(
                "SELECT '/v1/payments?pageId=' || page_id FROM payment_count WHERE seller_id = ? AND livemode"
                        + " AND span = 'a' AND grouping = 3",
                side.seller());
        List<String> two = one.stream().map(path -> path + "&status=paid").toList();
        inTurn(cases, name + ": list", side, database.pagePaths(side.seller(), 0));
        if (side.equals(large)) {
            pgbench(cases);
            cases.add(ONE_LIST, () -> Wrk.load(url + "/v1/payments", side.key(), seconds));
        }
        inTurn(cases, name + ": page 2", side, database.pagePaths(side.seller(), 19));
        inTurn(cases, name + ": one filter", side, one);
        inTurn(cases, name + ": two filters", side, two);
        inTurn(
                cases,
                name + ": two filters and 31 days",
                side,
                two.stream().map(path -> path + range).toList());
    }

    private void inTurn(Rounds cases, String name, Side side, List<String> paths) {
        cases.add(name, () -> gateway.during(seconds, () -> Wrk.inTurn(url, paths, side.key(), seconds)));
    }

    /** Page 40,001, or as deep as the records go. */
    private int depth() {
        String live = "SELECT sum(records) FROM payment_count"
                + " WHERE seller_id = ? AND livemode AND span = 'a' AND grouping = 0";
        return Math.min(DEEP, Integer.parseInt(database.one(live, large.seller())) * 8 / 10);
    }

    private void report(Rounds cases) {
        print("| request | per second | p50 ms | p99 ms |");
        print("|---|---|---|---|");
        for (String name : cases.names()) {
            Wrk median = cases.median(name);
            if (name.equals(PGBENCH)) {
                print("| %s | %.0f | | |", name, median.perSecond());
            } else {
                print("| %s | %.0f | %.2f | %.2f |", name, median.perSecond(), median.p50Millis(), median.p99Millis());
            }
        }
        print("");
        print("| ratio | measured | goal |");
        print("|---|---|---|");
        if (cases.has(PGBENCH)) {
            print("| list over pgbench | %.2f | %s |", cases.ratio(LIST, PGBENCH), goal(Promise.LIST_OVER_PGBENCH));
            print(
                    "| the same list, all callers asking for one page | %.2f | %s |",
                    cases.ratio(ONE_LIST, PGBENCH), goal(Promise.ONE_LIST_OVER_PGBENCH));
        }
        print(
                "| processor time of the gateway for a page, µs | %.0f | %s |",
                Rounds.median(cases.serverMicros(LIST)), goal(Promise.LIST_PROCESSOR_TIME));
        cost(cases, "list", goal(Promise.LARGE_OVER_SMALL));
        cost(cases, "one filter", goal(Promise.LARGE_OVER_SMALL_FILTER));
        cost(cases, "two filters", "");
        cost(cases, "two filters and 31 days", goal(Promise.LARGE_OVER_SMALL_RANGE));
        print(
                "| cost of page %,d over page 2 | %.2f | %s |",
                depth() / 20 + 1, cases.ratio("large: page 2", "large: deep page"), goal(Promise.DEEP_PAGE));
        print("");
    }

    private static String goal(Promise promise) {
        return promise.goal.text();
    }

    private void cost(Rounds cases, String name, String goal) {
        double ratio = cases.ratio("small: " + name, "large: " + name);
        print("| cost of %s, large seller over small | %.2f | %s |", name, ratio, goal);
    }

    private void searches() {
        List<Searches.Result> results;
        double scan;
        try (PlainScan plain = new PlainScan(database, large.seller(), likeThePrototype())) {
            plain.take();
            results = inputs().run();
            plain.take();
            plain.take();
            scan = plain.millis();
        }
        print("| search among the large seller's payments | matches | with a first total, ms: median / most |"
                + " page alone, ms: median / most |");
        print("|---|---|---|---|");
        for (Searches.Result result : results) {
            print(
                    "| %s | %d | %.0f / %.0f | %.1f / %.1f |",
                    result.kind(),
                    result.matches(),
                    result.totalMedian(),
                    result.totalMost(),
                    result.pageMedian(),
                    result.pageMost());
        }
        double[] remembered = database.millis(ListStatement.remembered(database.live(largeName)), TIMES);
        print("");
        print("The statement for a remembered total: %.2f ms, median of %d.", Rounds.median(remembered), TIMES);
        print("A plain scan of twice as many texts by one process: %.0f ms, the worst of five inputs.", scan);
        figures.add(Promise.SEARCH_PAGE, worst(results, Searches.Result::pageMost));
        figures.add(Promise.SEARCH_TOTAL_OVER_SCAN, worst(results, Searches.Result::totalMost) / scan);
        figures.add(Promise.SEARCH_KIND_OVER_SCAN, worst(results, Searches.Result::totalMedian) / scan);
        figures.add(Promise.SEARCH_REMEMBERED, Rounds.median(remembered));
    }

    private static double worst(List<Searches.Result> results, ToDoubleFunction<Searches.Result> part) {
        return results.stream().mapToDouble(part).max().orElseThrow();
    }

    /** An address, a name, a word of a title, a part of every address, a letter. */
    private List<String> likeThePrototype() {
        return List.of(sample(1).get(0), sample(2).get(0), "course", "@exam", "a");
    }

    /** What stands in one line of the texts of some payments. */
    private List<String> sample(int line) {
        String sql = "SELECT split_part(search_text, E'\\n', " + line + ") FROM payment_lookup WHERE seller_id = ?"
                + " AND livemode ORDER BY md5(id) LIMIT 5";
        return database.column(sql, large.seller());
    }

    private Searches inputs() {
        Searches searches = new Searches(url, large.key());
        searches.add("an e-mail address", sample(1));
        searches.add("a whole name", sample(2));
        searches.add("a product title", sample(3));
        searches.add("an order id", sample(4));
        searches.add("part of every address", List.of("@", "@e", ".com", "example", "@exam"));
        searches.add("one letter", List.of("a", "e", "o", "n", "s"));
        searches.add("two letters", List.of("an", "er", "zq", "qx", "jw"));
        searches.add("two letters of another script", List.of("李雷", "田中", "ук", "นา", "אב"));
        searches.add("two words that never meet", List.of("anna com", "com anna", "course zz", "net 77", "de maria"));
        searches.add("nothing", List.of("nosuchword", "xyzzyx", "q9q9q9", "000000000", "nobody@nowhere"));
        return searches;
    }

    private void print(String line, Object... values) {
        out.println(String.format(Locale.ROOT, line, values));
    }
}
