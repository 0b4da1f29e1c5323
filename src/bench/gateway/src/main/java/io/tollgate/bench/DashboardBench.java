package io.tollgate.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.net.CookieManager;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How long a member waits for pages of the dashboard, one request at a time. Prints Markdown.
 *
 * <p>Arguments: address of the gateway, address of the database, name of a seller, link that signs a member in, rounds,
 * seconds of each measurement.
 */
public final class DashboardBench {
    private static final Pattern INPUT =
            Pattern.compile("<input type=\"hidden\" name=\"([^\"]+)\" value=\"([^\"]*)\">");

    /** Pages that are requested before the first measurement. */
    private static final int WARM = 20;

    private static final Duration FOLDING_MAX = Duration.ofMinutes(30);
    private static final double NANOS_OF_A_MILLI = 1e6;

    private final PrintStream out = System.out;
    private final Figures figures = new Figures(Promise.Group.DASHBOARD);
    private final HttpClient browser = HttpClient.newBuilder()
            .cookieHandler(new CookieManager())
            .connectTimeout(Duration.ofSeconds(5))
            .build();
    private final String url;
    private final int rounds;
    private final long nanos;

    private DashboardBench(String url, int rounds, int seconds) {
        this.url = url;
        this.rounds = rounds;
        this.nanos = Duration.ofSeconds(seconds).toNanos();
    }

    public static void main(String[] args) throws Exception {
        try (BenchDatabase database = new BenchDatabase(args[1])) {
            DashboardBench bench = new DashboardBench(args[0], Integer.parseInt(args[4]), Integer.parseInt(args[5]));
            bench.signIn(URI.create(args[3]).getRawPath());
            awaitFolding(database);
            bench.run(args[2], database);
            bench.figures.write(database.version());
        }
    }

    private void signIn(String link) {
        Matcher inputs = INPUT.matcher(get(link));
        StringJoiner form = new StringJoiner("&");
        while (inputs.find()) {
            form.add(inputs.group(1) + "=" + URLEncoder.encode(inputs.group(2), StandardCharsets.UTF_8));
        }
        HttpRequest request = HttpRequest.newBuilder(URI.create(url + link))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .header("Origin", url)
                .POST(HttpRequest.BodyPublishers.ofString(form.toString()))
                .build();
        int status = send(request).statusCode();
        if (status != 303) {
            throw new IllegalStateException("the link does not sign in: " + status);
        }
    }

    /** Demo data fill the journal of measures, which the gateway folds after its start. */
    private static void awaitFolding(BenchDatabase database) throws InterruptedException {
        long end = System.nanoTime() + FOLDING_MAX.toNanos();
        while (database.one("SELECT EXISTS (SELECT FROM sales_measure_change)").equals("t")) {
            if (System.nanoTime() > end) {
                throw new IllegalStateException("the journal of measures is not folded");
            }
            Thread.sleep(1_000);
        }
    }

    private void run(String seller, BenchDatabase database) {
        String home = "/dashboard/" + seller;
        List<String> payments = database.paymentPaths(database.live(seller).sellerId()).stream()
                .map(path -> home + path.substring("/v1".length()))
                .toList();
        Map<Promise, List<String>> pages = new LinkedHashMap<>();
        pages.put(Promise.DASHBOARD_HOME, List.of(home));
        pages.put(Promise.DASHBOARD_LIST, List.of(home + "/payments", home + "/bookings?status=paid"));
        pages.put(Promise.DASHBOARD_RECORD, payments);
        pages.put(Promise.DASHBOARD_SEARCH, List.of(home + "/search?q=anna", home + "/search?q=meyer"));
        print("| page | p50 ms | p95 ms |");
        print("|---|---|---|");
        pages.forEach(this::measure);
    }

    private void measure(Promise promise, List<String> paths) {
        for (int i = 0; i < WARM; i++) {
            String unused = get(paths.get(i % paths.size()));
        }
        double[] medians = new double[rounds];
        double[] slow = new double[rounds];
        for (int round = 0; round < rounds; round++) {
            double[] millis = round(paths);
            medians[round] = millis[millis.length / 2];
            slow[round] = millis[millis.length * 95 / 100];
        }
        print("| %s | %.1f | %.1f |", promise.says, Rounds.median(medians), Rounds.median(slow));
        figures.add(promise, Rounds.median(medians), medians);
    }

    /** Returns the times of the requests of a round, in order. */
    private double[] round(List<String> paths) {
        List<Double> millis = new ArrayList<>();
        long end = System.nanoTime() + nanos;
        while (System.nanoTime() < end || millis.isEmpty()) {
            long begin = System.nanoTime();
            String unused = get(paths.get(millis.size() % paths.size()));
            millis.add((System.nanoTime() - begin) / NANOS_OF_A_MILLI);
        }
        double[] times = millis.stream().mapToDouble(Double::doubleValue).toArray();
        Arrays.sort(times);
        return times;
    }

    private String get(String path) {
        HttpResponse<String> page =
                send(HttpRequest.newBuilder(URI.create(url + path)).build());
        if (page.statusCode() != 200) {
            throw new IllegalStateException(path + " returned " + page.statusCode());
        }
        return page.body();
    }

    private HttpResponse<String> send(HttpRequest request) {
        try {
            return browser.send(request, HttpResponse.BodyHandlers.ofString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private void print(String line, Object... values) {
        out.println(String.format(Locale.ROOT, line, values));
    }
}
