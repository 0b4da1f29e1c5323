package io.tollgate.sales.aftersales;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.support.Buyer;
import io.tollgate.support.Buyer.Shown;
import io.tollgate.support.Eventually;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestGateway;
import io.tollgate.tools.demo.TestDatabase;
import java.sql.SQLException;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Refunds leave consistent records: the doctor finds nothing, unless something is made wrong. */
class RefundDoctorTest {
    private static TestDatabase database;
    private static TestGateway gateway;
    private static TestApi api;

    @BeforeAll
    static void start() throws Exception {
        database = new TestDatabase();
        gateway = TestGateway.startPatient(Map.of("database.url", database.url(), "checkout.openPerAddress", "1000"));
        api = gateway.api(gateway.keys().create("teashop", true, "test").key());
        gateway.accounts().connectSimulator("teashop");
        orders();
        database.delayTasks();
    }

    @AfterAll
    static void stop() throws Exception {
        gateway.close();
        database.close();
    }

    private static void orders() {
        JsonNode page = api.post("/v1/checkout-pages", """
                        {"name": "Tea", "productData": {"title": "Tea", "generateLicenseKeys": true,
                         "prices": [{"amount": 1000, "currency": "eur"}]}}
                        """).expect(201).json().get("data");
        Buyer buyer = new Buyer(gateway.url(), "ada@example.com");
        for (int i = 0; i < 3; i++) {
            Shown order =
                    buyer.order("/s/teashop/" + page.get("slug").textValue()).expect(303);
            buyer.pay(order.path(), i == 2 ? "4000000000000259" : "4242424242424242");
            buyer.comeBack(order.path());
        }
        api.get("/v1/payments").json().get("data").forEach(payment -> {
            String path = "/v1/payments/" + payment.get("id").textValue() + "/refund";
            if (api.post(path, "{\"amount\":300}").status() == 200) {
                api.post(path, "{\"amount\":200}").expect(200);
            }
        });
        String first = api.get("/v1/payments").json().at("/data/1/id").textValue();
        api.post("/v1/payments/" + first + "/refund", "{}").expect(200);
        subscription();
        deposit("4242424242424242");
        String failing = deposit("4000000000005126");
        assertThat(Eventually.isTrue(() -> api.get(failing + "/refunds")
                        .json()
                        .at("/data/refunds/0/status")
                        .asText()
                        .equals("failed")))
                .isTrue();
    }

    private static void subscription() {
        JsonNode page = api.post("/v1/checkout-pages", """
                        {"name": "Box", "productData": {"title": "Box", "generateLicenseKeys": true,
                         "prices": [{"amount": 1000, "currency": "eur",
                         "recurring": {"interval": "month", "intervalCount": 1}}]}}
                        """).expect(201).json().get("data");
        Buyer buyer = new Buyer(gateway.url(), "eve@example.com");
        Shown order = buyer.order("/s/teashop/" + page.get("slug").textValue()).expect(303);
        buyer.pay(order.path(), "4242424242424242");
        buyer.comeBack(order.path());
        String path = "/v1/subscription-payments/"
                + api.get("/v1/subscription-payments").json().at("/data/0/id").textValue();
        api.post(path + "/refund", "{\"amount\":150}").expect(200);
    }

    /** Refunds a part of a deposit, so that the rest of the order is neither paid nor due. */
    private static String deposit(String card) {
        JsonNode page = api.post("/v1/checkout-pages", """
                        {"name": "Table", "productData": {"title": "Table", "prices": [{"amount": 9000,
                         "currency": "eur"}]}, "paymentOptions": [{"type": "partial", "name": "Deposit",
                         "partialAmount": 4000}]}
                        """).expect(201).json().get("data");
        Buyer buyer = new Buyer(gateway.url(), "bob@example.com");
        Shown order = buyer.order("/s/teashop/" + page.get("slug").textValue()).expect(303);
        buyer.pay(order.path(), card);
        buyer.comeBack(order.path());
        String path = "/v1/payments/"
                + api.get("/v1/payments").json().at("/data/0/id").textValue();
        api.post(path + "/refund", "{\"amount\":250}").expect(200);
        return path;
    }

    @Test
    void refunded_orders_are_consistent() {
        assertThat(database.violations()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '#',
            value = {
                "UPDATE refund_balance SET reserved = reserved - 1 WHERE reserved > 0"
                        + " # UPDATE refund_balance SET reserved = reserved + 1 WHERE reserved > 0"
                        + " # sum to its amountRefunded",
                "UPDATE refund SET credit_note_number = 'CN-2026-000009' WHERE credit_note_number LIKE '%2'"
                        + " # UPDATE refund SET credit_note_number = replace(credit_note_number, '9', '2')"
                        + " WHERE credit_note_number LIKE '%9' # numbers are consecutive",
                "UPDATE simulated_object SET object = jsonb_set(object, '{amount}', '299') WHERE kind = 'refund'"
                        + " AND object ->> 'amount' = '300'"
                        + " # UPDATE simulated_object SET object = jsonb_set(object, '{amount}', '300')"
                        + " WHERE kind = 'refund' AND object ->> 'amount' = '299' # simulated processor",
                "UPDATE refund SET status = 'PENDING' WHERE amount = 200"
                        + " # UPDATE refund SET status = 'SUCCEEDED' WHERE amount = 200 # settled by a task",
                "UPDATE subscription_payment SET record = convert_to(replace(convert_from(record, 'UTF8'),"
                        + " '\"partiallyRefunded\":true', '\"partiallyRefunded\":false'), 'UTF8')"
                        + " # UPDATE subscription_payment SET record = convert_to(replace(convert_from(record, 'UTF8'),"
                        + " '\"partiallyRefunded\":false', '\"partiallyRefunded\":true'), 'UTF8')"
                        + " # a subscription payment is marked",
                "UPDATE license_key SET charge_id = reverse(charge_id)"
                        + " # UPDATE license_key SET charge_id = reverse(charge_id) # the payment or subscription",
                "UPDATE license_key SET subscription_id = reverse(subscription_id) # UPDATE license_key"
                        + " SET subscription_id = reverse(subscription_id) # the payment or subscription",
                "UPDATE license_key_directory SET livemode = NOT livemode # UPDATE license_key_directory"
                        + " SET livemode = NOT livemode # each can be validated"
            })
    void every_deviation_is_found(String wrong, String right, String finding) throws SQLException {
        database.run(wrong);
        try {
            assertThat(database.violations())
                    .anySatisfy(line -> assertThat(line).contains(finding));
        } finally {
            database.run(right);
        }
        assertThat(database.violations()).isEmpty();
    }
}
