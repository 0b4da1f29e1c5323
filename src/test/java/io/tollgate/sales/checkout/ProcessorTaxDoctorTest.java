package io.tollgate.sales.checkout;

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

/** The doctor finds taxes that are not recorded at the processor, and a metric counts those that it refuses. */
class ProcessorTaxDoctorTest {
    private static TestDatabase database;
    private static TestGateway gateway;
    private static TestApi api;

    @BeforeAll
    static void start() throws Exception {
        database = new TestDatabase();
        gateway = TestGateway.startPatient(Map.of("database.url", database.url()));
        api = gateway.api(gateway.keys().create("teashop", true, "test").key());
        gateway.accounts().connectSimulator("teashop");
        order();
    }

    @AfterAll
    static void stop() throws Exception {
        gateway.close();
        database.close();
    }

    private static final String PAGE = """
            {"name": "Tea", "tax": {"enabled": true, "mode": "processor"}, "fields": [{"label": "Country",
             "element": "country", "required": true}], "productData": {"title": "Tea", "taxBehavior": "exclusive",
             "prices": [{"amount": 1000, "currency": "eur"}]}}
            """;

    private static void order() {
        JsonNode page = api.post("/v1/checkout-pages", PAGE).expect(201).json().get("data");
        String country = "";
        for (JsonNode field : page.get("fields")) {
            country = field.get("element").asText().equals("country")
                    ? field.get("id").textValue()
                    : country;
        }
        Buyer buyer = new Buyer(gateway.url(), "ada@example.com");
        Shown order = buyer.order("/s/teashop/" + page.get("slug").textValue(), Map.of("fields." + country, "IT"))
                .expect(303);
        assertThat(buyer.pay(order.path(), "4242424242424242")).isEqualTo("succeeded");
        buyer.comeBack(order.path());
        assertThat(Eventually.isTrue(() ->
                        payment().path("processorTaxTransactionId").asText("").startsWith("tax_")))
                .isTrue();
        assertThat(payment().get("amount").longValue()).isEqualTo(1_220);
    }

    private static JsonNode payment() {
        return api.get("/v1/payments").expect(200).json().at("/data/0");
    }

    @Test
    void unrecordedTaxIsFound() throws SQLException {
        assertThat(database.violations()).isEmpty();
        database.run("UPDATE simulated_object SET kind = 'lost' WHERE kind = 'tax.transaction'");
        assertThat(database.violations())
                .anyMatch(line -> line.contains("the simulated processor has each recorded tax"));
        database.run("UPDATE simulated_object SET kind = 'tax.transaction' WHERE kind = 'lost'");
        database.run("UPDATE payment SET record = convert_to((convert_from(record, 'UTF8')::jsonb"
                + " - 'processorTaxTransactionId')::text, 'UTF8')");
        assertThat(database.violations()).anyMatch(line -> line.contains("the tax of a paid order is recorded"));
        database.run("UPDATE payment SET record = convert_to((convert_from(record, 'UTF8')::jsonb"
                + " || '{\"processorTaxTransactionId\": \"tax_unknown\"}')::text, 'UTF8')");
        String refund = "/v1/payments/" + payment().get("id").textValue() + "/refund";
        api.post(refund, "{}").expect(200);
        assertThat(Eventually.isTrue(() -> refusedReversals() == 1)).isTrue();
        assertThat(database.violations()).anyMatch(line -> line.contains("has reversed the tax of all refunds"));
    }

    /** Returns the metric. No other gateway uses the database, and so takes the task. */
    private static double refusedReversals() {
        return new TestApi(gateway.managementUrl(), null)
                .get("/metrics")
                .body()
                .lines()
                .filter(line -> line.startsWith("tollgate_tax_refused_total{kind=\"reverse\""))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .sum();
    }
}
