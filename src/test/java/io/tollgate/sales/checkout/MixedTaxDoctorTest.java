package io.tollgate.sales.checkout;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.support.Buyer;
import io.tollgate.support.Buyer.Shown;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestGateway;
import io.tollgate.tools.demo.TestDatabase;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Orders with included and added taxes name all their tax rates, and the doctor finds nothing wrong in them. */
class MixedTaxDoctorTest {
    private static TestDatabase database;
    private static TestGateway gateway;
    private static TestApi api;

    @BeforeAll
    static void start() throws Exception {
        database = new TestDatabase();
        gateway = TestGateway.startPatient(Map.of("database.url", database.url()));
        api = gateway.api(gateway.keys().create("teashop", true, "test").key());
        gateway.accounts().connectSimulator("teashop");
    }

    @AfterAll
    static void stop() throws Exception {
        gateway.close();
        database.close();
    }

    private static JsonNode created(String path, String body) {
        return api.post(path, body.replace('\'', '"')).expect(201).json().get("data");
    }

    private static String id(JsonNode record) {
        return record.get("id").textValue();
    }

    /** Buys a product for 10.00 with an order bump for 5.00, and returns the payment. */
    private static JsonNode bought(String settings, String product, String bump) {
        JsonNode page = created("/v1/checkout-pages", """
                        {'name': 'Tea', 'fields': [{'label': 'Country', 'element': 'country', 'required': true}],
                         %s, 'productData': {'title': 'Tea', %s, 'prices': [{'amount': 1000, 'currency': 'eur'}]}}
                        """.formatted(settings, product));
        JsonNode extra = created("/v1/products", """
                        {'role': 'orderbump', 'title': 'Cup', %s, 'price': {'amount': 500, 'currency': 'eur'}}
                        """.formatted(bump));
        created("/v1/checkout-pages/" + id(page) + "/order-bumps", "{'productId': '" + id(extra) + "'}");
        Map<String, String> inputs = new HashMap<>(Map.of("bumps." + id(extra), "on"));
        page.get("fields").forEach(field -> {
            if (field.get("element").asText().equals("country")) {
                inputs.put("fields." + id(field), "IT");
            }
        });
        Buyer buyer = new Buyer(gateway.url(), "ada@example.com");
        Shown order = buyer.order("/s/teashop/" + page.get("slug").textValue(), inputs)
                .expect(303);
        assertThat(buyer.pay(order.path(), "4242424242424242")).isEqualTo("succeeded");
        buyer.comeBack(order.path());
        return api.get("/v1/payments").expect(200).json().at("/data/0");
    }

    private static String rate(String name, int percentage, boolean inclusive) {
        return id(created(
                "/v1/tax-rates",
                "{'displayName': '%s', 'percentage': %d, 'inclusive': %s}".formatted(name, percentage, inclusive)));
    }

    private static List<String> names(JsonNode record) {
        return record.get("taxRates").findValuesAsText("displayName");
    }

    @Test
    void ratesOfOrderBumpsAreNamed() {
        String fixed = "'tax': {'enabled': true, 'mode': 'fixed'}";
        String included = "'fixedTaxRateIds': ['" + rate("VAT", 25, true) + "']";
        String added = "'fixedTaxRateIds': ['" + rate("City tax", 10, false) + "']";
        JsonNode mixed = bought(fixed, included, added);
        assertThat(mixed.get("amount").longValue()).isEqualTo(1_000 + 550);
        assertThat(mixed.get("taxAmount").longValue()).isEqualTo(200 + 50);
        assertThat(names(mixed)).containsExactly("VAT", "City tax");
        assertThat(names(api.get("/v1/invoices/" + mixed.get("invoiceId").textValue())
                        .json()
                        .get("data")))
                .containsExactly("VAT", "City tax");
        assertThat(names(bought(fixed, included, included))).containsExactly("VAT");
        assertThat(database.violations()).isEmpty();
    }

    @Test
    void ticketsHaveTheirPartOfABookingWithAnOrderBump() {
        String city = rate("City tax", 10, false);
        JsonNode event = created("/v1/events", """
                        {'name': 'Tasting', 'tax': {'enabled': true, 'mode': 'fixed'},
                         'eventDetails': {'currency': 'eur', 'fixedTaxRateIds': ['%s']},
                         'ticketGroups': [{'name': 'Seats', 'ticketTypes': [{'name': 'Seat', 'price': 1000}]}]}
                        """.formatted(city));
        JsonNode extra = created("/v1/products", """
                        {'role': 'orderbump', 'title': 'Cup', 'fixedTaxRateIds': ['%s'], 'discounts':
                         [{'quantityCondition': 'checkout_quantity', 'minQuantity': 1, 'percentOff': 10}],
                         'price': {'amount': 500, 'currency': 'eur'}}
                        """.formatted(city));
        created("/v1/events/" + id(event) + "/order-bumps", "{'productId': '" + id(extra) + "'}");
        Buyer buyer = new Buyer(gateway.url(), "ada@example.com");
        Map<String, String> inputs = Map.of(
                "bumps." + id(extra),
                "on",
                "tickets." + event.at("/ticketGroups/0/ticketTypes/0/id").textValue(),
                "2");
        Shown order = buyer.order("/s/teashop/" + event.get("slug").textValue(), inputs)
                .expect(303);
        assertThat(buyer.pay(order.path(), "4242424242424242")).isEqualTo("succeeded");
        buyer.comeBack(order.path());
        assertThat(api.get("/v1/bookings").json().at("/data/0/amount").longValue())
                .isEqualTo(2_200 + 495);
        assertThat(database.violations()).isEmpty();
    }

    @Test
    void includedTaxesOfTheProcessorAreConsistent() {
        String processor = "'tax': {'enabled': true, 'mode': 'processor'}";
        JsonNode mixed = bought(processor, "'taxBehavior': 'inclusive'", "'taxBehavior': 'exclusive'");
        assertThat(mixed.get("amount").longValue()).isEqualTo(1_000 + 610);
        assertThat(mixed.get("taxSource").textValue()).isEqualTo("processor_tax");
        assertThat(database.violations()).isEmpty();
    }
}
