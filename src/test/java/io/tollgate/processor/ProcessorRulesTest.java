package io.tollgate.processor;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tollgate.platform.clock.Clock;
import io.tollgate.pricing.Interval;
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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The simulator answers requests that break the processor's documented rules with the documented errors. */
class ProcessorRulesTest {
    private static final HttpClient HTTP = HttpClient.newHttpClient();
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final Vertx vertx = Vertx.vertx();
    private final AccountKeys keys = new AccountKeys(TestGateway.secrets());
    private final TestSeller seller = TestGateway.shared().seller();
    private String url;

    @BeforeEach
    void start() {
        int port = FreePort.find();
        url = "http://127.0.0.1:" + port;
        TestSeller.await(vertx.deployVerticle(new SimulatorVerticle(
                TestSettings.database(TestDatabase.url()), keys, Clock.SYSTEM, "127.0.0.1", port)));
    }

    @AfterEach
    void stop() {
        TestSeller.await(vertx.close());
    }

    private HttpResponse<String> send(String path, Map<String, String> form, String key) {
        String body = form.entrySet().stream()
                .map(value -> TestApi.encoded(value.getKey()) + "=" + TestApi.encoded(value.getValue()))
                .collect(Collectors.joining("&"));
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url + path))
                .header("Authorization", "Bearer " + keys.simulatedKey(seller.scope(true)))
                .header("Content-Type", "application/x-www-form-urlencoded");
        if (!key.isEmpty()) {
            request.header("Idempotency-Key", key);
        }
        try {
            return HTTP.send(
                    request.POST(HttpRequest.BodyPublishers.ofString(body)).build(),
                    HttpResponse.BodyHandlers.ofString());
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns status, code and parameter of an error; the status alone of a success. */
    private String answer(String path, Map<String, String> form) {
        return answer(send(path, form, ""));
    }

    private static String answer(HttpResponse<String> response) {
        if (response.statusCode() == 200) {
            return "200";
        }
        JsonNode error = read(response).get("error");
        return response.statusCode() + " "
                + error.path("code").asText(error.path("type").asText()) + " "
                + error.path("param").asText("");
    }

    private static JsonNode read(HttpResponse<String> response) {
        try {
            return MAPPER.readTree(response.body());
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Map<String, String> with(Map<String, String> form, String... more) {
        Map<String, String> all = new HashMap<>(form);
        for (int i = 0; i < more.length; i += 2) {
            all.put(more[i], more[i + 1]);
        }
        return all;
    }

    private static Map<String, String> payment(long amount, String currency) {
        return Map.of("amount", Long.toString(amount), "currency", currency);
    }

    @ParameterizedTest
    @CsvSource({
        "usd, 49, 400 amount_too_small amount",
        "usd, 50, 200",
        "gbp, 29, 400 amount_too_small amount",
        "gbp, 30, 200",
        "jpy, 49, 400 amount_too_small amount",
        "jpy, 50, 200",
        "huf, 17499, 400 amount_too_small amount",
        "usd, 99999999, 200",
        "usd, 100000000, 400 amount_too_large amount",
        "jpy, 9999999999, 200",
        "isk, 10050, 400 parameter_invalid_integer amount",
        "isk, 10000, 200",
        "ugx, 200010, 400 parameter_invalid_integer amount",
        "kwd, 5124, 400 parameter_invalid_integer amount",
        "kwd, 5120, 200",
        "usd, 0, 400 parameter_invalid_integer amount",
        "dollars, 500, 400 parameter_invalid currency"
    })
    void amounts(String currency, long amount, String expected) {
        assertThat(answer("/v1/payment_intents", payment(amount, currency))).isEqualTo(expected);
    }

    @Test
    void metadata_descriptors_and_unknown_parameters() {
        Map<String, String> payment = payment(500, "eur");
        String longest = "v".repeat(500);
        assertThat(answer("/v1/payment_intents", with(payment, "metadata[" + "k".repeat(40) + "]", longest)))
                .isEqualTo("200");
        String key = "metadata[" + "k".repeat(41) + "]";
        assertThat(answer("/v1/payment_intents", with(payment, key, "v"))).isEqualTo("400 parameter_invalid " + key);
        assertThat(answer("/v1/payment_intents", with(payment, "metadata[k]", longest + "v")))
                .isEqualTo("400 parameter_invalid metadata[k]");
        String[] many = IntStream.range(0, 51)
                .boxed()
                .flatMap(i -> List.of("metadata[k" + i + "]", "v").stream())
                .toArray(String[]::new);
        assertThat(answer("/v1/payment_intents", with(payment, many))).isEqualTo("400 parameter_invalid metadata");
        String suffix = "statement_descriptor_suffix";
        assertThat(answer("/v1/payment_intents", with(payment, suffix, "WOOL 12")))
                .isEqualTo("200");
        for (String wrong : List.of("1234", "A*B", "A".repeat(23))) {
            assertThat(answer("/v1/payment_intents", with(payment, suffix, wrong)))
                    .isEqualTo("400 parameter_invalid " + suffix);
        }
        assertThat(answer("/v1/payment_intents", with(payment, "statement_descriptor", "WOOL")))
                .isEqualTo("400 parameter_invalid statement_descriptor");
        assertThat(answer("/v1/payment_intents", with(payment, "colour", "red")))
                .isEqualTo("400 parameter_unknown colour");
        assertThat(answer("/v1/payment_intents", with(payment, "customer", "cus_none")))
                .startsWith("404 resource_missing");
    }

    @Test
    void idempotency_keys() {
        String key = "order-" + seller.id();
        Map<String, String> payment = payment(500, "eur");
        assertThat(answer(send("/v1/payment_intents", payment(40, "eur"), key)))
                .isEqualTo("400 amount_too_small amount");
        // The result of a request that failed validation is not kept.
        HttpResponse<String> first = send("/v1/payment_intents", payment, key);
        assertThat(answer(first)).isEqualTo("200");
        HttpResponse<String> again = send("/v1/payment_intents", payment, key);
        assertThat(read(again)).isEqualTo(read(first));
        assertThat(again.headers().firstValue("Idempotent-Replayed")).contains("true");
        assertThat(answer(send("/v1/payment_intents", payment(600, "eur"), key)))
                .isEqualTo("400 idempotency_error ");
        assertThat(answer(send("/v1/payment_intents", payment, "k".repeat(256))))
                .startsWith("400 parameter_invalid_string_length");
    }

    @Test
    void coupons_and_customers() {
        Map<String, String> coupon = Map.of("duration", "once", "percent_off", "10");
        assertThat(answer("/v1/coupons", coupon)).isEqualTo("200");
        assertThat(answer("/v1/coupons", with(coupon, "percent_off", "100.5")))
                .isEqualTo("400 parameter_invalid percent_off");
        assertThat(answer("/v1/coupons", with(coupon, "duration_in_months", "3")))
                .isEqualTo("400 parameter_invalid duration_in_months");
        assertThat(answer("/v1/coupons", with(coupon, "redeem_by", "1000000000")))
                .isEqualTo("400 parameter_invalid redeem_by");
        assertThat(answer("/v1/coupons", Map.of("duration", "once", "amount_off", "500")))
                .isEqualTo("400 parameter_missing currency");
        assertThat(answer("/v1/customers", Map.of("name", "n".repeat(257)))).isEqualTo("400 parameter_invalid name");
        assertThat(answer("/v1/customers", Map.of("email", "e".repeat(513)))).isEqualTo("400 parameter_invalid email");
    }

    @Test
    void trials_and_intervals() {
        Map<String, String> subscription = subscription("month", 1);
        long now = Instant.now().getEpochSecond();
        long longest = now + Duration.ofDays(730).toSeconds();
        assertThat(answer("/v1/subscriptions", with(subscription, "trial_end", Long.toString(longest - 60))))
                .isEqualTo("200");
        assertThat(answer("/v1/subscriptions", with(subscription, "trial_end", Long.toString(longest + 86_400))))
                .isEqualTo("400 parameter_invalid trial_end");
        for (Interval interval : Interval.values()) {
            assertThat(answer("/v1/subscriptions", subscription(interval.wire(), interval.countMax())))
                    .isEqualTo("200");
            assertThat(answer("/v1/subscriptions", subscription(interval.wire(), interval.countMax() + 1)))
                    .isEqualTo("400 parameter_invalid items[0][price_data][recurring][interval_count]");
        }
    }

    private Map<String, String> subscription(String interval, int count) {
        String customer = read(send("/v1/customers", Map.of("email", "ada@example.com"), ""))
                .get("id")
                .textValue();
        String product =
                read(send("/v1/products", Map.of("name", "Box"), "")).get("id").textValue();
        String price = "items[0][price_data]";
        return with(
                Map.of("customer", customer, "payment_behavior", "default_incomplete", "proration_behavior", "none"),
                "payment_settings[save_default_payment_method]",
                "on_subscription",
                price + "[currency]",
                "eur",
                price + "[product]",
                product,
                price + "[unit_amount]",
                "1000",
                price + "[recurring][interval]",
                interval,
                price + "[recurring][interval_count]",
                Integer.toString(count),
                "items[0][quantity]",
                "1");
    }
}
