package io.tollgate.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Documents over HTTP: unchanged bookings, and what the API's callers notice while all workers draw.
 * Prints Markdown.
 *
 * <p>Arguments: address of the gateway, address of the database, key and name of the seller, rounds,
 * seconds of each measurement.
 */
public final class PdfLoadBench {
    private static final int LARGE = 100;
    private static final int BOOKINGS = 60;

    /** Callers that each wait for their document before they ask for another. */
    private static final int DOWNLOADERS = 4;

    private static final double SHARE = 1.0 / 3;

    /** For each round: the slowest of a hundred of a few seconds hangs on a single pause of the machine. */
    private static final int TURNS = 3;

    /** Until what draws is compiled: compiling takes processor time from those who are measured. */
    private static final int WARM_UP_SECONDS = 60;

    private final PrintStream out = System.out;
    private final Figures figures = new Figures(Promise.Group.PDF);
    private final String url;
    private final String key;
    private final int rounds;
    private final int seconds;
    private final OpenLoad api;
    private final BenchDatabase database;
    private final String seller;
    private final PdfBookings bookings;

    private PdfLoadBench(String[] args, BenchDatabase database, OpenLoad api, OpenLoad downloads) {
        this.url = args[0];
        this.key = args[2];
        this.rounds = Integer.parseInt(args[4]);
        this.seconds = Integer.parseInt(args[5]);
        this.api = api;
        this.database = database;
        this.seller = database.one("SELECT id FROM seller WHERE name = ?", args[3]);
        this.bookings = new PdfBookings(database, downloads, seller);
    }

    public static void main(String[] args) throws SQLException {
        URI address = URI.create(args[0]);
        try (BenchDatabase database = new BenchDatabase(args[1]);
                OpenLoad api = new OpenLoad(address.getHost(), address.getPort(), args[2]);
                OpenLoad downloads = new OpenLoad(address.getHost(), address.getPort(), args[2])) {
            PdfLoadBench bench = new PdfLoadBench(args, database, api, downloads);
            bench.unchanged();
            bench.besides();
            bench.figures.write(database.version());
        }
        System.exit(0);
    }

    private void unchanged() {
        print("| unchanged booking | known to the caller: 304 /s | kept: 200 /s | p99 ms of the 304 |");
        print("|--:|--:|--:|--:|");
        double least = Double.MAX_VALUE;
        for (int tickets : List.of(1, LARGE)) {
            String path = bookings.some(1, tickets).get(0);
            bookings.bytes(path);
            String etag = Command.find(
                    Command.run(Map.of(), List.of("curl", "-si", "-o", "-", "-H", authorization(), url + path)),
                    "(?i)etag: (\"[0-9a-f]+\")");
            load(path, "If-None-Match: " + etag);
            String known = load(path, "If-None-Match: " + etag);
            String perSecond = Command.find(known, "Requests/sec:\\s+([0-9.]+)");
            least = Math.min(least, Double.parseDouble(perSecond));
            print(
                    "| %d tickets | %s | %s | %s |",
                    tickets,
                    perSecond,
                    Command.find(load(path, "Accept: */*"), "Requests/sec:\\s+([0-9.]+)"),
                    Command.find(known, "99%\\s+([0-9.]+[a-z]+)"));
        }
        figures.add(Promise.TICKET_UNCHANGED, least);
        print("");
    }

    private String authorization() {
        return "Authorization: Bearer " + key;
    }

    private String load(String path, String header) {
        return Command.run(
                Map.of(),
                List.of(
                        "wrk",
                        "-t1",
                        "-c32",
                        "-d" + seconds + "s",
                        "--latency",
                        "-H",
                        authorization(),
                        "-H",
                        header,
                        url + path));
    }

    /** Pages and single records, all different, so that nothing is measured that comes of many asking for the same. */
    private List<String> reads() {
        List<String> pages = database.pagePaths(seller, 0);
        List<String> records = database.paymentPaths(seller);
        List<String> paths = new ArrayList<>();
        for (int i = 0; i < records.size(); i++) {
            paths.add(pages.get(i));
            paths.add(records.get(i));
        }
        return paths;
    }

    private void besides() {
        List<String> reads = reads();
        api.capacity(reads, 32, seconds);
        int rate = (int) (api.capacity(reads, 32, seconds) * SHARE);
        PdfDownloads load = new PdfDownloads(bookings, bookings.some(BOOKINGS, LARGE));
        List<OpenLoad.Result> idle = new ArrayList<>();
        List<OpenLoad.Result> foreign = new ArrayList<>();
        List<OpenLoad.Result> busy = new ArrayList<>();
        List<Double> drawn = new ArrayList<>();
        load.start(DOWNLOADERS);
        api.run(reads, rate, WARM_UP_SECONDS);
        load.stop();
        for (int turn = 0; turn < TURNS * rounds; turn++) {
            idle.add(api.steady(reads, rate, seconds, () -> {}));
            foreign.add(besideOthers(reads, rate));
            AtomicInteger documents = load.start(DOWNLOADERS);
            busy.add(api.steady(reads, rate, seconds, () -> documents.set(0)));
            drawn.add(documents.get() / (double) seconds);
            load.stop();
        }
        report(rate, idle, foreign, busy, drawn);
    }

    /** What the machine alone makes of a processor that is never at rest: it counts, and touches no memory. */
    private OpenLoad.Result besideOthers(List<String> reads, int rate) {
        List<String> counting = List.of("chrt", "--idle", "0", "sh", "-c", "i=0; while :; do i=$((i+1)); done");
        try {
            Process other = new ProcessBuilder(counting).start();
            try {
                return api.steady(reads, rate, seconds, () -> {});
            } finally {
                other.destroyForcibly();
            }
        } catch (IOException e) {
            throw new UncheckedIOException("chrt is missing (Debian: apt-get install util-linux)", e);
        }
    }

    private void report(
            int rate,
            List<OpenLoad.Result> idle,
            List<OpenLoad.Result> foreign,
            List<OpenLoad.Result> busy,
            List<Double> drawn) {
        print("| lists and gets, %d a second | p50 ms | p99 ms | p99 of each round |", rate);
        print("|---|--:|--:|---|");
        row("no documents", idle);
        row("no documents, beside a program of idle priority that shares only the processors", foreign);
        double perSecond =
                Rounds.median(drawn.stream().mapToDouble(Double::doubleValue).toArray());
        row(String.format(Locale.ROOT, "%.1f documents of %d tickets a second", perSecond, LARGE), busy);
        print("");
        double ratio = p99(busy) / p99(idle);
        double[] each = new double[busy.size()];
        for (int i = 0; i < each.length; i++) {
            each[i] = busy.get(i).p99Millis() / idle.get(i).p99Millis();
        }
        figures.add(Promise.BESIDE_PDFS, ratio, each);
        print("p99 while documents saturate their workers, over idle: %.2f (goal ≤ 1.5)", ratio);
        print("beside that program alone, over idle: %.2f, of which the gateway is no cause", p99(foreign) / p99(idle));
    }

    private void row(String name, List<OpenLoad.Result> results) {
        StringBuilder each = new StringBuilder();
        results.forEach(result -> each.append(String.format(Locale.ROOT, "%.2f ", result.p99Millis())));
        double p50 = Rounds.median(
                results.stream().mapToDouble(OpenLoad.Result::p50Millis).toArray());
        print("| %s | %.2f | %.2f | %s|", name, p50, p99(results), each);
    }

    private static double p99(List<OpenLoad.Result> results) {
        return Rounds.median(
                results.stream().mapToDouble(OpenLoad.Result::p99Millis).toArray());
    }

    private void print(String line, Object... values) {
        out.println(String.format(Locale.ROOT, line, values));
    }
}
