package io.tollgate.catalog.product;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestApi.Reply;
import io.tollgate.support.TestShop;
import io.tollgate.support.TestShop.Shelf;
import org.junit.jupiter.api.Test;

/** The settings of the tabs of prices name known tabs, and prices of the product. */
class PriceTabInputTest {
    private final TestShop shop = TestShop.open();
    private final TestApi api = shop.seller().live();

    private static String body(String picker) {
        return """
                {"name": "Tea", "productData": {"title": "Tea", "prices": [
                   {"id": "ONCE", "amount": 3100, "currency": "eur"},
                   {"id": "BASIC", "amount": 900, "currency": "eur",
                    "recurring": {"interval": "month", "intervalCount": 1}}], "pricePicker": %s}}
                """.formatted(picker.replace('\'', '"'))
                .replace("ONCE", "65f0c0ffee00000000000001")
                .replace("BASIC", "65f0c0ffee00000000000002");
    }

    private void rejects(String picker, String... parameters) {
        assertThat(api.post("/v1/checkout-pages", body(picker)).expect(400).problems())
                .as(picker)
                .containsExactlyInAnyOrder(parameters);
    }

    @Test
    void unknownTabsAreRejected() {
        rejects(
                "{'priceDisplayLabels': {'month': 'M', 'quarter': 'Q'}, 'priceDisplayTabOrder': ['month', 'yearly']}",
                "productData.pricePicker.priceDisplayLabels.quarter",
                "productData.pricePicker.priceDisplayTabOrder[1]");
        rejects("{'priceDisplayDefaults': {'weekly': 'BASIC'}}", "productData.pricePicker.priceDisplayDefaults.weekly");
        rejects("{'priceDisplayTabOrder': ['month', 'month']}", "productData.pricePicker.priceDisplayTabOrder[1]");
    }

    @Test
    void defaultsArePricesOfTheProductWithTheIntervalOfTheTab() {
        rejects(
                "{'priceDisplayDefaults': {'month': '65f0c0ffee0123456789abcd'}}",
                "productData.pricePicker.priceDisplayDefaults.month");
        rejects("{'priceDisplayDefaults': {'month': 'ONCE'}}", "productData.pricePicker.priceDisplayDefaults.month");
        String other = shop.product(1_900).record().at("/product/prices/0/id").textValue();
        rejects(
                "{'priceDisplayDefaults': {'one_time': '" + other + "'}}",
                "productData.pricePicker.priceDisplayDefaults.one_time");
        JsonNode product = api.post(
                        "/v1/checkout-pages",
                        body("{'priceDisplayDefaults': {'month': 'BASIC', 'one_time': 'ONCE', 'year': ''}}"))
                .expect(201)
                .json()
                .at("/data/product");
        assertThat(product.at("/pricePicker/priceDisplayDefaults/month")).isEqualTo(product.at("/prices/1/id"));
    }

    @Test
    void aChangeIsValidatedButFormerValuesAreAccepted() {
        Shelf shelf =
                shop.page(body("{'priceDisplayDefaults': {'month': 'BASIC'}, 'priceDisplayTabOrder': ['month']}"));
        String path = "/v1/products/" + shelf.record().at("/product/id").textValue();
        String once = shelf.record().at("/product/prices/0/id").textValue();
        String basic = shelf.record().at("/product/prices/1/id").textValue();
        assertThat(change(path, "{'month': '" + once + "'}").expect(400).problems())
                .containsExactly("pricePicker.priceDisplayDefaults.month");
        change(path, "{'one_time': '" + once + "'}").expect(200);
        api.patch(path, "{\"prices\": [{\"id\": \"" + once + "\"}]}").expect(200);
        change(path, "{'month': '" + basic + "'}").expect(200);
        assertThat(change(path, "{'year': '" + basic + "'}").expect(400).problems())
                .containsExactly("pricePicker.priceDisplayDefaults.year");
    }

    private Reply change(String path, String defaults) {
        return api.patch(path, "{\"pricePicker\": {\"priceDisplayDefaults\": " + defaults.replace('\'', '"') + "}}");
    }
}
