package io.tollgate.processor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tollgate.platform.clock.Clock;
import io.tollgate.processor.PaymentState.Status;
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
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Card payments at the simulator: created by the adapter for Stripe, confirmed as a browser does it. */
class SimulatedPaymentsTest {
    private static final HttpClient HTTP = HttpClient.newHttpClient();
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final Vertx vertx = Vertx.vertx();
    private final AccountKeys keys = new AccountKeys(TestGateway.secrets());
    private final TestSeller seller = TestGateway.shared().seller();
    private String url;
    private Processor processor;

    private record Response(int status, JsonNode json) {}

    @BeforeEach
    void start() {
        int port = FreePort.find();
        url = "http://127.0.0.1:" + port;
        TestSeller.await(vertx.deployVerticle(new SimulatorVerticle(
                TestSettings.database(TestDatabase.url()), keys, Clock.SYSTEM, "127.0.0.1", port)));
        processor = new StripeProcessor(url, keys.simulatedKey(seller.scope(true)), 5_000, 30_000);
    }

    @AfterEach
    void stop() {
        TestSeller.await(vertx.close());
    }

    private PaymentState payment(long amount) {
        PaymentTerms terms = new PaymentTerms(
                amount,
                "eur",
                "Order 12345678",
                "maria@example.com",
                Map.of("order", "12345678"),
                PaymentTerms.Methods.ALL,
                null);
        return processor.createPayment(terms, "key-" + amount);
    }

    private Response send(String path, String key, Map<String, String> form) throws IOException, InterruptedException {
        String body = form.entrySet().stream()
                .map(value -> TestApi.encoded(value.getKey()) + "=" + TestApi.encoded(value.getValue()))
                .collect(Collectors.joining("&"));
        HttpRequest request = HttpRequest.newBuilder(URI.create(url + path))
                .header("Authorization", "Bearer " + key)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
        HttpResponse<String> response = HTTP.send(request, HttpResponse.BodyHandlers.ofString());
        return new Response(response.statusCode(), MAPPER.readTree(response.body()));
    }

    private String publishableKey() {
        return keys.simulatedPublishableKey(seller.scope(true));
    }

    private static Map<String, String> card(PaymentState payment, String number) {
        Map<String, String> form = new LinkedHashMap<>();
        form.put("client_secret", payment.clientSecret());
        form.put("payment_method_data[type]", "card");
        form.put("payment_method_data[card][number]", number);
        form.put("payment_method_data[card][exp_month]", "12");
        form.put("payment_method_data[card][exp_year]", "2090");
        form.put("payment_method_data[card][cvc]", "123");
        return form;
    }

    private Response confirm(PaymentState payment, Map<String, String> form) throws IOException, InterruptedException {
        return send("/v1/payment_intents/" + payment.id() + "/confirm", publishableKey(), form);
    }

    private Response authenticate(PaymentState payment, String outcome) throws IOException, InterruptedException {
        Map<String, String> form = Map.of("client_secret", payment.clientSecret(), "outcome", outcome);
        return send("/v1/payment_intents/" + payment.id() + "/authenticate", publishableKey(), form);
    }

    @Test
    void a_card_is_charged_once() throws IOException, InterruptedException {
        PaymentState payment = payment(4_200);
        assertThat(payment.status()).isEqualTo(Status.OPEN);
        assertThat(payment(4_200)).isEqualTo(payment);
        Response confirmed = confirm(payment, card(payment, "4242 4242 4242 4242"));
        assertThat(confirmed.status()).isEqualTo(200);
        assertThat(confirmed.json().get("status").textValue()).isEqualTo("succeeded");
        assertThat(confirmed.json().toString()).doesNotContain("4242424242424242", "maria");
        PaymentState paid = processor.payment(payment.id());
        assertThat(paid.status()).isEqualTo(Status.SUCCEEDED);
        assertThat(paid.amountReceived()).isEqualTo(4_200);
        assertThat(paid.chargeId()).startsWith("ch_");
        assertThat(paid.method())
                .isEqualTo(new PaymentState.Method(
                        "card", "US", new PaymentState.Card("visa", "4242", 12, 2090, "credit", null)));
        Response again = confirm(payment, card(payment, "4242 4242 4242 4242"));
        assertThat(again.json().at("/error/code").textValue()).isEqualTo("payment_intent_unexpected_state");
        assertThat(processor.cancelPayment(payment.id(), "cancel")).isEqualTo(paid);
    }

    @ParameterizedTest
    @CsvSource({
        "4000000000000002, card_declined, generic_decline",
        "4000000000009995, card_declined, insufficient_funds",
        "4000000000009987, card_declined, lost_card",
        "4000000000009979, card_declined, stolen_card",
        "4000000000000069, expired_card,",
        "4000000000000127, incorrect_cvc,",
        "4000000000000119, processing_error,"
    })
    void a_declined_card_can_be_replaced(String number, String code, String declineCode) throws Exception {
        PaymentState payment = payment(100);
        Response declined = confirm(payment, card(payment, number));
        assertThat(declined.status()).isEqualTo(402);
        assertThat(declined.json().at("/error/code").textValue()).isEqualTo(code);
        assertThat(declined.json().at("/error/decline_code").textValue()).isEqualTo(declineCode);
        PaymentState open = processor.payment(payment.id());
        assertThat(open.status()).isEqualTo(Status.OPEN);
        assertThat(open.amountReceived()).isZero();
        assertThat(open.decline().code()).isEqualTo(declineCode == null ? code : declineCode);
        assertThat(confirm(payment, card(payment, "5555555555554444")).status()).isEqualTo(200);
        assertThat(processor.payment(payment.id()).method().card().brand()).isEqualTo("mastercard");
    }

    @Test
    void authentication_precedes_the_charge() throws IOException, InterruptedException {
        PaymentState payment = payment(700);
        assertThat(confirm(payment, card(payment, "4000002760003184"))
                        .json()
                        .get("status")
                        .textValue())
                .isEqualTo("requires_action");
        assertThat(processor.payment(payment.id()).status()).isEqualTo(Status.REQUIRES_ACTION);
        Response failed = authenticate(payment, "fail");
        assertThat(failed.json().at("/error/code").textValue()).isEqualTo("payment_intent_authentication_failure");
        assertThat(processor.payment(payment.id()).status()).isEqualTo(Status.OPEN);
        confirm(payment, card(payment, "4000002760003184"));
        assertThat(authenticate(payment, "succeed").json().get("status").textValue())
                .isEqualTo("succeeded");
        assertThat(authenticate(payment, "succeed").status()).isEqualTo(400);
        assertThat(processor.payment(payment.id()).amountReceived()).isEqualTo(700);
    }

    @Test
    void a_card_can_fail_after_its_authentication() throws IOException, InterruptedException {
        PaymentState payment = payment(800);
        confirm(payment, card(payment, "4000008400001629"));
        assertThat(authenticate(payment, "succeed").json().at("/error/code").textValue())
                .isEqualTo("card_declined");
    }

    @Test
    void a_canceled_payment_cannot_be_confirmed() throws IOException, InterruptedException {
        PaymentState payment = payment(900);
        assertThat(processor.cancelPayment(payment.id(), "cancel-900").status()).isEqualTo(Status.CANCELED);
        assertThat(confirm(payment, card(payment, "4242424242424242")).status()).isEqualTo(400);
        assertThat(processor.cancelPayment(payment.id(), "cancel-900-again").status())
                .isEqualTo(Status.CANCELED);
    }

    @ParameterizedTest
    @CsvSource({
        "number, 4242424242424241, incorrect_number",
        "number, 42, incorrect_number",
        "exp_month, 13, invalid_expiry_month",
        "exp_year, 2020, invalid_expiry_year",
        "cvc, 1, invalid_cvc"
    })
    void invalid_card_data_names_its_field(String name, String value, String code) throws Exception {
        PaymentState payment = payment(1_000);
        Map<String, String> form = card(payment, "4242424242424242");
        form.put("payment_method_data[card][" + name + "]", value);
        JsonNode error = confirm(payment, form).json().get("error");
        assertThat(error.get("code").textValue()).isEqualTo(code);
        assertThat(error.get("param").textValue()).isEqualTo("payment_method_data[card][" + name + "]");
        assertThat(processor.payment(payment.id()).chargeId()).isNull();
    }

    @Test
    void a_browser_has_no_other_access() throws IOException, InterruptedException {
        PaymentState payment = payment(1_100);
        Map<String, String> wrong = card(payment, "4242424242424242");
        wrong.put("client_secret", payment.id() + "_secret_x");
        assertThat(confirm(payment, wrong).status()).isEqualTo(404);
        String path = "/v1/payment_intents/" + payment.id();
        assertThat(send(path + "/cancel", publishableKey(), Map.of()).status()).isEqualTo(403);
        assertThat(send("/v1/coupons", publishableKey(), Map.of()).status()).isEqualTo(403);
        String other = keys.simulatedPublishableKey(seller.scope(false));
        assertThat(send(path + "/confirm", other, card(payment, "4242424242424242"))
                        .status())
                .isEqualTo(404);
        String forged = publishableKey().replaceAll(".$", "x");
        assertThat(send(path + "/confirm", forged, Map.of()).status()).isEqualTo(401);
    }

    @Test
    void amounts_are_positive_and_bounded() {
        for (long amount : new long[] {0, -1, 100_000_000}) {
            assertThatThrownBy(() -> payment(amount))
                    .isInstanceOf(ProcessorFailure.class)
                    .hasMessageContaining("greater than");
        }
    }

    @Test
    void its_pages_say_that_they_are_simulated() throws IOException, InterruptedException {
        for (String path : new String[] {"/elements/card", "/authenticate"}) {
            HttpResponse<String> page = HTTP.send(
                    HttpRequest.newBuilder(URI.create(url + path)).build(), HttpResponse.BodyHandlers.ofString());
            assertThat(page.body()).contains("Payment simulator.");
            assertThat(page.headers().firstValue("Content-Security-Policy").orElseThrow())
                    .contains("default-src 'none'");
        }
    }
}
