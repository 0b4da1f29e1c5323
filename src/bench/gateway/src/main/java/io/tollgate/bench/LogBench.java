package io.tollgate.bench;

import java.io.PrintStream;
import java.util.List;
import java.util.Locale;

/**
 * Lists and gets of two gateways on one database: one writes the request log, the other does not. Prints Markdown.
 *
 * <p>Arguments: address of the gateway without the log, address of the one with it, address of the database, live key
 * and name of a seller, rounds, seconds of each measurement.
 */
public final class LogBench {
    private static final String WITH = "%s, with the log";
    private static final String WITHOUT = "%s, without";
    private static final String WRITTEN = "SELECT count(*) FROM request_log WHERE seller_id = ?";

    private final PrintStream out = System.out;
    private final Figures figures = new Figures(Promise.Group.LOG);
    private final BenchDatabase database;
    private final String key;
    private final String seller;

    private LogBench(BenchDatabase database, String key, String seller) {
        this.database = database;
        this.key = key;
        this.seller = seller;
    }

    public static void main(String[] args) throws Exception {
        try (BenchDatabase database = new BenchDatabase(args[2])) {
            String seller = database.live(args[4]).sellerId();
            LogBench bench = new LogBench(database, args[3], seller);
            bench.run(args[0], args[1], Integer.parseInt(args[5]), Integer.parseInt(args[6]));
            bench.figures.write(database.version());
        }
    }

    private void run(String without, String with, int rounds, int seconds) {
        long before = written();
        Rounds cases = new Rounds();
        add(cases, "list", without, with, database.pagePaths(seller, 0), seconds);
        add(cases, "get", without, with, database.paymentPaths(seller), seconds);
        cases.run(1);
        Rounds warm = cases.again();
        warm.run(rounds);
        print("| request | per second | p50 ms | p99 ms |");
        print("|---|---|---|---|");
        for (String name : warm.names()) {
            Wrk median = warm.median(name);
            print("| %s | %.0f | %.2f | %.2f |", name, median.perSecond(), median.p50Millis(), median.p99Millis());
        }
        print("");
        print("%d calls were written to the request log.", written() - before);
        warm.tell(figures, Promise.LIST_WITH_LOG, WITH.formatted("list"), WITHOUT.formatted("list"));
        warm.tell(figures, Promise.GET_WITH_LOG, WITH.formatted("get"), WITHOUT.formatted("get"));
    }

    private void add(Rounds cases, String name, String without, String with, List<String> paths, int seconds) {
        cases.add(WITHOUT.formatted(name), () -> Wrk.inTurn(without, paths, key, seconds));
        cases.add(WITH.formatted(name), () -> Wrk.inTurn(with, paths, key, seconds));
    }

    private long written() {
        return Long.parseLong(database.one(WRITTEN, seller));
    }

    private void print(String line, Object... values) {
        out.println(String.format(Locale.ROOT, line, values));
    }
}
