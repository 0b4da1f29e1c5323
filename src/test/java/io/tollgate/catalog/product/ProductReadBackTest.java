package io.tollgate.catalog.product;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.schema.Field;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Every writable field of a product is returned as sent. */
class ProductReadBackTest {
    /** Fields that are returned under another name or in another form. */
    private static final Set<String> SHOWN_OTHERWISE = Set.of(
            "price",
            "imageIds",
            "imageId",
            "key",
            "optionId",
            "elementId",
            "variantOptionIds",
            "value",
            "id",
            "defaultPriceId",
            "priceIds",
            "priceDisplayDefaults");

    private final TestSeller seller = TestGateway.shared().seller();
    private final TestApi api = seller.live();

    @Test
    void of_a_new_order_bump() {
        ObjectNode body = ProductSamples.all(seller).put("role", "orderbump");
        JsonNode made =
                api.post("/v1/products", body.toString()).expect(201).json().get("data");
        assertThat(made.get("role").textValue()).isEqualTo("orderbump");
        shows(made, body, ProductSamples.id(made));
    }

    @Test
    void of_a_change_of_the_product_of_a_page() {
        String id = ProductSamples.id(seller.create(Products.RESOURCE, true, product -> product.putArray("prices")));
        ObjectNode body = ProductSamples.all(seller);
        JsonNode changed = api.patch("/v1/products/" + id, body.toString())
                .expect(200)
                .json()
                .get("data");
        assertThat(changed.get("role").textValue()).isEqualTo("product");
        shows(changed, body, id);
    }

    private void shows(JsonNode answered, ObjectNode body, String id) {
        Products.SCHEMA.create().stream()
                .map(Field::name)
                .filter(name -> !SHOWN_OTHERWISE.contains(name))
                .forEach(name -> assertThat(body.has(name)).as(name).isTrue());
        JsonNode read = api.get("/v1/products/" + id).expect(200).json().get("data");
        assertThat(read).isEqualTo(answered);
        contains("", read, body);
        assertThat(read.at("/media/0/fileId")).isEqualTo(body.at("/imageIds/0"));
        assertThat(read.at("/media/0/url").asText()).isNotEmpty();
        JsonNode small = read.at("/variants/0/options/0");
        assertThat(small.at("/image/fileId")).isEqualTo(body.at("/imageIds/0"));
        assertThat(read.at("/variants/0/preselect/optionId")).isEqualTo(small.get("id"));
        assertThat(read.at("/variants/1/showHideLogic/element/elementId")).isEqualTo(read.at("/variants/0/id"));
        assertThat(read.at("/variants/1/showHideLogic/value")).isEqualTo(small.get("id"));
        assertThat(read.at("/discounts/0/variantOptionIds/0")).isEqualTo(small.get("id"));
        assertThat(read.at("/price/amount").asInt()).isEqualTo(2500);
        assertThat(read.at("/limitPayments/enabledAt").isTextual()).isTrue();
        JsonNode price = read.at("/prices/0/id");
        assertThat(price.asText()).isEqualTo(ProductSamples.PRICE_ID);
        assertThat(read.get("defaultPriceId")).isEqualTo(price);
        assertThat(read.at("/variants/0/priceIds/0")).isEqualTo(price);
        assertThat(read.at("/pricePicker/priceDisplayDefaults/one_time")).isEqualTo(price);
        assertThat(read.at("/prices/1/reference").asText()).isEqualTo("price_recurring_fixed_900");
    }

    /** Whether the value contains everything that was sent. */
    private static void contains(String path, JsonNode read, JsonNode sent) {
        if (sent.isObject()) {
            sent.properties().stream()
                    .filter(field -> !SHOWN_OTHERWISE.contains(field.getKey()))
                    .forEach(field ->
                            contains(path + "/" + field.getKey(), read.path(field.getKey()), field.getValue()));
        } else if (sent.isArray()) {
            assertThat(read.size()).as(path).isEqualTo(sent.size());
            for (int i = 0; i < sent.size(); i++) {
                contains(path + "/" + i, read.get(i), sent.get(i));
            }
        } else {
            assertThat(read).as(path).isEqualTo(sent);
        }
    }
}
