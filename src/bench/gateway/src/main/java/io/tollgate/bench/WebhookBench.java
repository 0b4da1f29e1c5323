package io.tollgate.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Deliveries a second to one and to twenty webhooks of two sellers, and how long deliveries take while one of twenty
 * receivers hangs. Prints Markdown.
 *
 * <p>Arguments: address of the gateway, address of the database, two live keys with the names of their sellers, rounds,
 * seconds.
 */
public final class WebhookBench {
    private static final int PER_SELLER = 10;
    private static final int EVENTS_ONE = 500;
    private static final int EVENTS_MANY = 100;

    /** Changes a second of each seller, which each of its webhooks gets. */
    private static final int PACE = 5;

    private static final Duration DEADLINE = Duration.ofMinutes(5);
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final PrintStream out = System.out;
    private final Figures figures = new Figures(Promise.Group.WEBHOOKS);
    private final HttpClient client = HttpClient.newHttpClient();
    private final String gateway;
    private final BenchDatabase database;
    private final WebhookReceivers receivers;
    private final List<Shop> shops = new ArrayList<>();
    private int changes;

    /** A seller with webhooks, and customers whose changes cause events. */
    private record Shop(String key, String sellerId, List<String> customers, List<String> webhooks) {}

    private WebhookBench(String gateway, BenchDatabase database, WebhookReceivers receivers) {
        this.gateway = gateway;
        this.database = database;
        this.receivers = receivers;
    }

    public static void main(String[] args) throws Exception {
        try (BenchDatabase database = new BenchDatabase(args[1]);
                WebhookReceivers receivers = new WebhookReceivers()) {
            WebhookBench bench = new WebhookBench(args[0], database, receivers);
            bench.open(args[2], args[3]);
            bench.open(args[4], args[5]);
            bench.run(Integer.parseInt(args[6]), Integer.parseInt(args[7]));
            bench.figures.write(database.version());
        }
    }

    private void open(String key, String seller) throws IOException, InterruptedException {
        String sellerId = database.live(seller).sellerId();
        for (JsonNode former : send(key, "GET", "/v1/webhooks", "").get("data")) {
            send(key, "DELETE", "/v1/webhooks/" + former.get("id").textValue(), "");
        }
        List<String> webhooks = new ArrayList<>();
        for (int i = 0; i < PER_SELLER; i++) {
            int number = shops.size() * PER_SELLER + i;
            String body = "{\"name\": \"Bench\", \"url\": \"%s\", \"events\": [\"customer.updated\"]}"
                    .formatted(receivers.url(number));
            webhooks.add(send(key, "POST", "/v1/webhooks", body).at("/data/id").textValue());
        }
        List<String> customers = database.column(
                "SELECT id FROM customer WHERE seller_id = ? AND livemode ORDER BY id LIMIT " + EVENTS_ONE, sellerId);
        shops.add(new Shop(key, sellerId, customers, webhooks));
    }

    private void run(int rounds, int seconds) throws IOException, InterruptedException {
        double[] one = new double[rounds];
        double[] many = new double[rounds];
        double[] ratios = new double[rounds];
        throughput(1, EVENTS_MANY);
        print("| round | one webhook | 20 webhooks | p99 | p99 beside one that hangs | ratio |");
        print("|---|---|---|---|---|---|");
        for (int round = 0; round < rounds; round++) {
            one[round] = throughput(1, EVENTS_ONE);
            many[round] = throughput(PER_SELLER, EVENTS_MANY);
            double alone = paced(seconds * PACE, -1);
            double beside = paced(seconds * PACE, 0);
            ratios[round] = beside / alone;
            print(
                    "| %d | %.0f/s | %.0f/s | %.0f ms | %.0f ms | %.2f |",
                    round + 1, one[round], many[round], alone, beside, ratios[round]);
        }
        figures.add(Promise.WEBHOOK_ONE, Rounds.median(one), one);
        figures.add(Promise.WEBHOOK_MANY, Rounds.median(many), many);
        figures.add(Promise.WEBHOOK_BESIDE_HANGING, Rounds.median(ratios), ratios);
    }

    /** Returns deliveries a second of events that wait: to one webhook, or to all of both sellers. */
    private double throughput(int webhooks, int events) throws IOException, InterruptedException {
        List<Shop> used = webhooks == 1 ? shops.subList(0, 1) : shops;
        for (Shop shop : shops) {
            status(shop, 0, "inactive");
        }
        for (Shop shop : used) {
            long before = last(shop);
            for (int i = 0; i < events; i++) {
                change(shop, shop.customers.get(i % shop.customers.size()));
            }
            while (last(shop) < before + events) {
                TimeUnit.MILLISECONDS.sleep(20);
            }
            status(shop, webhooks, "active");
        }
        receivers.begin();
        long begun = System.nanoTime();
        for (Shop shop : used) {
            // Activated webhooks begin behind the last event: here they have missed all of this measurement.
            database.execute("UPDATE webhook_position p SET position = position - " + events
                    + " FROM webhook w WHERE w.seller_id = p.seller_id AND w.id = p.webhook_id"
                    + " AND w.status = 'active' AND p.livemode AND p.seller_id = '" + shop.sellerId + "'");
        }
        int expected = used.size() * webhooks * events;
        receivers.await(expected, DEADLINE);
        return expected / ((System.nanoTime() - begun) / 1e9);
    }

    /** Returns the last position of the live feed of a seller. */
    private long last(Shop shop) {
        return Long.parseLong(database.one(
                "SELECT coalesce(max(last), 0) FROM event_head WHERE livemode AND seller_id = ?", shop.sellerId));
    }

    /** Sets the status of the first webhooks, or of all for 0. */
    private void status(Shop shop, int count, String status) throws IOException, InterruptedException {
        for (String webhook : shop.webhooks.subList(0, count == 0 ? PER_SELLER : count)) {
            send(shop.key, "PATCH", "/v1/webhooks/" + webhook, "{\"status\": \"" + status + "\"}");
        }
    }

    /**
     * Changes customers at a constant pace and returns the 99th percentile of the time from a change to its delivery.
     *
     * @param hanging the receiver that does not respond, whose deliveries do not count; -1 for none
     */
    private double paced(int seconds, int hanging) throws IOException, InterruptedException {
        for (Shop shop : shops) {
            status(shop, 0, "active");
        }
        receivers.hang(hanging);
        receivers.begin();
        int count = seconds * PACE;
        long begun = System.nanoTime();
        for (int i = 0; i < count; i++) {
            long wait = begun + TimeUnit.SECONDS.toNanos(i) / PACE - System.nanoTime();
            LockSupport.parkNanos(Math.max(0, wait));
            for (Shop shop : shops) {
                change(shop, shop.customers.get(i % shop.customers.size()));
            }
        }
        int heard = shops.size() * PER_SELLER - (hanging < 0 ? 0 : 1);
        double[] millis = receivers.await(count * heard, DEADLINE);
        receivers.hang(-1);
        return millis[(int) Math.ceil(millis.length * 0.99) - 1];
    }

    private void change(Shop shop, String customer) throws IOException, InterruptedException {
        changes++;
        send(shop.key, "PATCH", "/v1/customers/" + customer, "{\"name\": \"Ada " + changes + "\"}");
    }

    private JsonNode send(String key, String method, String path, String body)
            throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(gateway + path))
                .header("Authorization", "Bearer " + key)
                .method(method, HttpRequest.BodyPublishers.ofString(body));
        if (!body.isEmpty()) {
            request.header("Content-Type", "application/json");
        }
        HttpResponse<String> response = client.send(request.build(), HttpResponse.BodyHandlers.ofString());
        if (response.statusCode() >= 300) {
            throw new IllegalStateException(method + " " + path + " returned " + response.body());
        }
        return MAPPER.readTree(response.body());
    }

    private void print(String line, Object... values) {
        out.println(String.format(Locale.ROOT, line, values));
    }
}
