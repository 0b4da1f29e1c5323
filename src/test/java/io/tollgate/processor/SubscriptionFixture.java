package io.tollgate.processor;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tollgate.pricing.Interval;
import io.tollgate.processor.SubscriptionTerms.Discount;
import io.tollgate.processor.SubscriptionTerms.Item;
import io.tollgate.simulator.SimulatorVerticle;
import io.tollgate.support.FreePort;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestDatabase;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import io.tollgate.support.TestSettings;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;

/** A simulator with a clock that a test moves, the adapter for Stripe as its client, and a browser. */
final class SubscriptionFixture implements AutoCloseable {
    static final String CARD = "4242424242424242";

    private static final HttpClient HTTP = HttpClient.newHttpClient();
    private static final ObjectMapper MAPPER = new ObjectMapper();

    final TestSeller seller = TestGateway.shared().seller();
    final AccountKeys keys = new AccountKeys(TestGateway.secrets());
    final Processor processor;
    private final Vertx vertx = Vertx.vertx();
    private final String url;
    private volatile Instant now;

    /** A response to a browser. */
    record Response(int status, JsonNode json) {}

    /** @param start after the present, so that the gateways of other tests, which share the database, bill nothing */
    SubscriptionFixture(String start) {
        now = Instant.parse(start);
        int port = FreePort.find();
        url = "http://127.0.0.1:" + port;
        TestSeller.await(vertx.deployVerticle(
                new SimulatorVerticle(TestSettings.database(TestDatabase.url()), keys, () -> now, "127.0.0.1", port)));
        processor = new StripeProcessor(url, keys.simulatedKey(seller.scope(false)), 5_000, 30_000);
    }

    @Override
    public void close() {
        TestSeller.await(vertx.close());
    }

    Instant now() {
        return now;
    }

    void moveTo(String time) {
        now = Instant.parse(time);
    }

    void pass(Duration time) {
        now = now.plus(time);
    }

    /** Returns monthly terms of 20.00 without anything else. */
    SubscriptionTerms terms() {
        return terms(Interval.MONTH, List.of(), null, null, null);
    }

    SubscriptionTerms terms(
            Interval interval, List<Item> oneTimeItems, Discount discount, Instant trialEnd, Integer planIterations) {
        return new SubscriptionTerms(
                new PaymentTerms.Saving("maria@example.com", "Maria", null),
                "eur",
                new BillingCycle(interval, 1),
                List.of(
                        new Item("product", "prod_magazine", "Magazine", 1_500),
                        new Item("option-1", "prod_paper", "Paper edition", 500)),
                oneTimeItems,
                discount,
                now,
                trialEnd,
                null,
                planIterations,
                "Magazine",
                Map.of("order", "12345678"),
                null,
                true);
    }

    SubscriptionState create(SubscriptionTerms terms) {
        return processor.createSubscription(terms, UUID.randomUUID().toString());
    }

    /** Creates a subscription and pays its first invoice in the browser. */
    SubscriptionState begin(SubscriptionTerms terms, String card) {
        SubscriptionState created = create(terms);
        Response response = confirm(created.confirmation(), card);
        if (response.status() != 200) {
            throw new IllegalStateException(response.json().toString());
        }
        return processor.subscription(created.id());
    }

    Response confirm(SubscriptionState.Confirmation confirmation, String card) {
        boolean setup = confirmation.kind() == SubscriptionState.Confirmation.Kind.SETUP;
        return confirm(setup ? "setup_intents" : "payment_intents", confirmation.clientSecret(), card);
    }

    Response confirm(String kind, String clientSecret, String card) {
        Map<String, String> form = new LinkedHashMap<>();
        form.put("client_secret", clientSecret);
        form.put("payment_method_data[type]", "card");
        form.put("payment_method_data[card][number]", card);
        form.put("payment_method_data[card][exp_month]", "12");
        form.put("payment_method_data[card][exp_year]", "2090");
        form.put("payment_method_data[card][cvc]", "123");
        return send("/v1/" + kind + "/" + clientSecret.split("_secret_", 2)[0] + "/confirm", form);
    }

    Response authenticate(String kind, String clientSecret, String outcome) {
        Map<String, String> form = Map.of("client_secret", clientSecret, "outcome", outcome);
        return send("/v1/" + kind + "/" + clientSecret.split("_secret_", 2)[0] + "/authenticate", form);
    }

    private Response send(String path, Map<String, String> form) {
        String body = form.entrySet().stream()
                .map(value -> TestApi.encoded(value.getKey()) + "=" + TestApi.encoded(value.getValue()))
                .collect(Collectors.joining("&"));
        HttpRequest request = HttpRequest.newBuilder(URI.create(url + path))
                .header("Authorization", "Bearer " + keys.simulatedPublishableKey(seller.scope(false)))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
        try {
            HttpResponse<String> response = HTTP.send(request, HttpResponse.BodyHandlers.ofString());
            return new Response(response.statusCode(), MAPPER.readTree(response.body()));
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns all invoices of a subscription, oldest first. */
    List<SubscriptionInvoice> invoices(String subscription) {
        List<SubscriptionInvoice> all = new ArrayList<>();
        List<SubscriptionInvoice> page = processor.invoices(subscription, null);
        while (!page.isEmpty()) {
            all.addAll(page);
            page = processor.invoices(subscription, all.get(all.size() - 1).position());
        }
        return all;
    }

    /** Returns the dates at which invoices were due. */
    List<String> dates(String subscription) {
        return invoices(subscription).stream()
                .map(invoice -> invoice.createdAt()
                        .atOffset(ZoneOffset.UTC)
                        .toLocalDate()
                        .toString())
                .toList();
    }

    /** Returns the types of the events that the account reported in the last 30 days, oldest first. */
    List<String> events(String type) {
        List<String> found = new ArrayList<>();
        TestSeller.rows(
                        "SELECT type FROM simulated_event WHERE seller_id = $1 AND type LIKE $2 || '%'"
                                + " AND created_at > $3 ORDER BY body::jsonb ->> 'created', created_at",
                        seller.id(), type, now.minus(Duration.ofDays(30)).atOffset(ZoneOffset.UTC))
                .forEach(row -> found.add(row.getString(0)));
        return found;
    }

    /** Returns the total of the successful charges of the account. */
    long charged() {
        return TestSeller.rows(
                        "SELECT coalesce(sum((object ->> 'amount')::bigint), 0)::bigint FROM simulated_object"
                                + " WHERE seller_id = $1 AND kind = 'charge' AND object ->> 'status' = 'succeeded'",
                        seller.id())
                .iterator()
                .next()
                .getLong(0);
    }

    /** Returns the total of the paid invoices of a subscription. */
    long paid(String subscription) {
        return invoices(subscription).stream()
                .mapToLong(SubscriptionInvoice::amountPaid)
                .sum();
    }
}
