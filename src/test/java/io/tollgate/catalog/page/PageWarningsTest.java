package io.tollgate.catalog.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.support.TestApi.Reply;
import io.tollgate.support.TestSeller;
import io.tollgate.support.TestShop;
import org.junit.jupiter.api.Test;

/** Pages that cannot be paid say so when they are published and when they are read. */
class PageWarningsTest {
    private final TestShop shop = TestShop.open();

    private Reply post(String path, String body) {
        return shop.seller().live().post(path, body.replace('\'', '"')).expect(201);
    }

    private static String page(String settings, String price) {
        return "{'name': 'Wool', " + settings + "'productData': {'title': 'Wool', 'prices': [" + price + "]}}";
    }

    private static String event(String type) {
        return "{'name': 'Concert', 'eventDetails': {'currency': 'usd', 'location': 'Hall'},"
                + " 'ticketGroups': [{'name': 'Hall', 'ticketTypes': [{'name': 'Seat', " + type + "}]}]}";
    }

    private static JsonNode warnings(Reply reply) {
        return reply.json().at("/data/warnings");
    }

    private JsonNode created(String settings, String price) {
        return warnings(post("/v1/checkout-pages", page(settings, price)));
    }

    private static String codes(JsonNode warnings) {
        return String.join(",", warnings.findValuesAsText("code"));
    }

    private void disconnect() {
        TestSeller.rows(
                "DELETE FROM processor_account WHERE seller_id = $1",
                shop.seller().id());
    }

    @Test
    void a_price_below_the_minimum_is_told_by_the_response_and_by_get() {
        Reply created = post("/v1/checkout-pages", page("", "{'amount': 40, 'currency': 'gbp'}"));
        assertThat(warnings(created)).isEmpty();
        created = post("/v1/checkout-pages", page("", "{'amount': 29, 'currency': 'gbp'}"));
        assertThat(codes(warnings(created))).isEqualTo("price_below_minimum");
        assertThat(warnings(created).at("/0/message").textValue()).contains("Wool", "0.29 gbp", "0.30 gbp");
        String path = "/v1/checkout-pages/" + created.json().at("/data/id").textValue();
        assertThat(warnings(shop.seller().live().get(path))).isEqualTo(warnings(created));
        assertThat(shop.seller().live().get("/v1/checkout-pages").json().at("/data/0/warnings"))
                .isEqualTo(warnings(created));
        Reply changed = shop.seller().live().patch(path, "{\"status\":\"draft\"}");
        assertThat(warnings(changed.expect(200))).isEmpty();
        assertThat(codes(warnings(shop.seller().live().patch(path, "{\"status\":\"published\"}"))))
                .isEqualTo("price_below_minimum");
        Reply event = post("/v1/events", event("'price': 30, 'feeAmount': 10"));
        assertThat(codes(warnings(event))).isEqualTo("price_below_minimum");
        assertThat(warnings(post("/v1/events", event("'price': 30, 'feeAmount': 20"))))
                .isEmpty();
    }

    @Test
    void a_missing_account_is_told_if_something_is_charged_through_the_processor() {
        disconnect();
        String price = "{'amount': 2000, 'currency': 'eur'}";
        assertThat(codes(created("", price))).isEqualTo("processor_not_connected");
        assertThat(created("'status': 'draft', ", price)).isEmpty();
        assertThat(created("'testmode': true, ", price)).isEmpty();
        assertThat(created("", "{'amount': 0, 'currency': 'eur'}")).isEmpty();
        String invoice = "{'type': 'manual', 'name': 'Invoice', 'manualType': 'invoice', 'enabled': true}";
        assertThat(created("'paymentOptions': [" + invoice + "], ", price)).isEmpty();
        assertThat(codes(warnings(post("/v1/events", event("'price': 2000"))))).isEqualTo("processor_not_connected");
        assertThat(warnings(post("/v1/events", event("'pricing': 'free'")))).isEmpty();
    }

    @Test
    void an_amount_that_the_currency_cannot_have_is_told() {
        Reply created = post("/v1/checkout-pages", page("", "{'amount': 90000, 'currency': 'isk'}"));
        assertThat(warnings(created)).isEmpty();
        String product = created.json().at("/data/product/id").textValue();
        // As it was stored before amounts were checked.
        TestSeller.rows(
                "UPDATE product SET document = replace(document::text, '90000', '90050')::jsonb"
                        + " WHERE seller_id = $1 AND id = $2",
                shop.seller().id(),
                product);
        String path = "/v1/checkout-pages/" + created.json().at("/data/id").textValue();
        assertThat(codes(warnings(shop.seller().live().get(path)))).isEqualTo("price_not_chargeable");
    }
}
