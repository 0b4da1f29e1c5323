package io.tollgate.bench;

import io.tollgate.platform.resource.Scope;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.sql.SQLException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The gateway beside plain implementations of the same two requests, on the same database and
 * records. Prints Markdown.
 *
 * <p>Arguments: address of the gateway, address of the database, key and name of the seller, rounds,
 * seconds of each measurement; then {@code fastify=} and {@code spring=} with the address of each, or with
 * a sentence about why there is none.
 */
public final class PeerBench {
    private static final Duration START = Duration.ofSeconds(60);
    private static final String GATEWAY = "gateway";

    private final PrintStream out = System.out;
    private final Figures figures = new Figures(Promise.Group.PEERS);
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final Map<String, String> servers = new LinkedHashMap<>();
    private final String gateway;
    private final String key;
    private final int seconds;

    private PeerBench(String[] args) {
        this.key = args[2];
        this.seconds = Integer.parseInt(args[5]);
        this.gateway = args[0];
        servers.put(GATEWAY, gateway);
        for (int i = 6; i < args.length; i++) {
            String name = args[i].substring(0, args[i].indexOf('='));
            String address = args[i].substring(name.length() + 1);
            if (address.startsWith("http")) {
                servers.put(name, address);
            } else {
                figures.without(promise("LIST", name), address);
                figures.without(promise("GET", name), address);
            }
        }
    }

    public static void main(String[] args) throws Exception {
        try (BenchDatabase database = new BenchDatabase(args[1])) {
            new PeerBench(args).run(database, args[3], Integer.parseInt(args[4]));
        }
    }

    private static Promise promise(String what, String peer) {
        return Promise.valueOf(what + "_TIMES_" + peer.toUpperCase(Locale.ROOT));
    }

    private void run(BenchDatabase database, String seller, int rounds)
            throws SQLException, IOException, InterruptedException {
        Scope scope = database.live(seller);
        PeerTables.make(database, scope, key);
        List<String> gets = database.paymentPaths(scope.sellerId());
        List<String> pages = database.pagePaths(scope.sellerId(), 0);
        Rounds cases = new Rounds();
        compare(pages.get(pages.size() / 2));
        servers.forEach((name, url) -> cases.add(name + ": list", () -> Wrk.inTurn(url, pages, key, seconds)));
        compare(gets.get(gets.size() / 2));
        servers.forEach((name, url) -> cases.add(name + ": get by id", () -> Wrk.inTurn(url, gets, key, seconds)));
        cases.run(2);
        Rounds warm = cases.again();
        warm.run(rounds);
        report(warm);
        figures.write(database.version());
    }

    /** A server that answers something else is not a peer, however fast. */
    private void compare(String path) throws IOException, InterruptedException {
        String expected = body(gateway + path);
        for (Map.Entry<String, String> server : servers.entrySet()) {
            String difference = SameAnswer.difference(expected, body(server.getValue() + path));
            if (difference != null) {
                throw new IllegalStateException(server.getKey() + " answers " + path + " differently at " + difference);
            }
        }
    }

    /** Asks until the server is there. */
    private String body(String url) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url))
                .header("Authorization", "Bearer " + key)
                .timeout(START)
                .build();
        long end = System.nanoTime() + START.toNanos();
        while (true) {
            try {
                HttpResponse<String> response = client.send(request, HttpResponse.BodyHandlers.ofString());
                if (response.statusCode() == 200) {
                    return response.body();
                }
                throw new IllegalStateException(url + ": " + response.statusCode() + " " + response.body());
            } catch (IOException notYet) {
                if (System.nanoTime() > end) {
                    throw notYet;
                }
                Thread.sleep(200);
            }
        }
    }

    private void report(Rounds cases) {
        print("| server | per second | p50 ms | p99 ms | times |");
        print("|---|---|---|---|---|");
        for (String what : List.of("list", "get by id")) {
            for (String name : servers.keySet()) {
                String each = name + ": " + what;
                Wrk median = cases.median(each);
                double times = cases.ratio(GATEWAY + ": " + what, each);
                print(
                        "| %s | %.0f | %.2f | %.2f | %.2f |",
                        each, median.perSecond(), median.p50Millis(), median.p99Millis(), times);
                if (!name.equals(GATEWAY)) {
                    Promise promise = promise(what.equals("list") ? "LIST" : "GET", name);
                    cases.tell(figures, promise, GATEWAY + ": " + what, each);
                }
            }
        }
    }

    private void print(String line, Object... values) {
        out.println(String.format(Locale.ROOT, line, values));
    }
}
