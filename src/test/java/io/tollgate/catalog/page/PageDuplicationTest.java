package io.tollgate.catalog.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.catalog.file.Files;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestApi.Reply;
import io.tollgate.support.TestSeller;
import io.tollgate.support.TestShop;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** A copy of a page has everything that the page has, but what was sold, and nothing in common with it but files. */
class PageDuplicationTest {
    private static final Pattern ID = Pattern.compile("\"id\":\"([0-9a-f]{24})\"");

    private final TestShop shop = TestShop.open();
    private final TestApi api = shop.seller().live();

    private JsonNode post(String path, String body) {
        return api.post(path, body.replace('\'', '"')).expect(201).json().get("data");
    }

    private String file(String purpose) {
        return shop.seller()
                .create(Files.RESOURCE, true, file -> file.put("purpose", purpose))
                .get("id")
                .textValue();
    }

    private JsonNode copy(String list, JsonNode page) {
        String id = page.get("id").textValue();
        return api.post("/v1/" + list + "/" + id + "/duplicate", "")
                .expect(201)
                .json()
                .get("data");
    }

    /** Both without ids and what necessarily differs. */
    private static void assertAlike(JsonNode page, JsonNode copy) {
        assertThat(plain(copy)).isEqualTo(plain(page));
        TreeSet<String> shared = new TreeSet<>();
        ID.matcher(page.toString().replaceAll("\"files\":\\[.*?]", ""))
                .results()
                .forEach(found -> shared.add(found.group(1)));
        assertThat(ID.matcher(copy.toString()).results().map(found -> found.group(1)))
                .isNotEmpty()
                .doesNotContainAnyElementsOf(shared);
        assertThat(copy.get("status").textValue()).isEqualTo("draft");
    }

    private static String plain(JsonNode page) {
        JsonNode plain = page.deepCopy();
        ((ObjectNode) plain).remove(List.of("name", "title", "slug", "status", "url", "previewUrl", "warnings"));
        return plain.toString()
                .replaceAll("\"[0-9a-f]{24}\"", "\"id\"")
                .replaceAll("\"(created|updated|enabled|testmodeEnabled)At\":\"[^\"]*\"", "\"at\"");
    }

    private JsonNode shirt(String image, String goods) {
        return post("/v1/checkout-pages", """
                {'name': 'Shirt', 'title': 'Shirt', 'imageIds': ['%s'],
                 'fields': [{'label': 'Gift?', 'element': 'checkbox', 'key': 'gift'},
                   {'label': 'For whom?', 'showHideLogic': {'enabled': true, 'comparison': 'is', 'value': 'TRUE',
                    'element': {'elementId': 'gift'}}}],
                 'redirectUrl': 'https://shop.example/', 'afterPaymentAction': 'redirect',
                 'redirectUrlQuery': [{'parameter': 'gift', 'key': 'fields', 'fieldKey': 'gift'}],
                 'productData': {'title': 'Shirt', 'fileIds': ['%s'], 'hasUnlimitedStock': false, 'stock': 9,
                   'prices': [{'amount': 2500, 'currency': 'eur'},
                     {'amount': 3000, 'currency': 'eur', 'label': 'More'}],
                   'variants': [{'name': 'Size', 'manageVariantOptionStock': true, 'options': [
                     {'name': 'S', 'key': 's', 'stock': 4}, {'name': 'M', 'imageId': '%s'}]}],
                   'discounts': [{'quantityCondition': 'variant_option_quantity', 'minQuantity': 2, 'percentOff': 10,
                     'variantOptionIds': [{'key': 's'}]}]}}
                """.formatted(image, goods, image));
    }

    @Test
    void checkout_pages() {
        String image = file("image");
        JsonNode gift = post(
                "/v1/products", "{'role': 'orderbump', 'title': 'Gift', 'price': {'amount': 500, 'currency': 'eur'}}");
        JsonNode page = shirt(image, file("file"));
        String path = "/v1/checkout-pages/" + page.get("id").textValue();
        api.post(path + "/order-bumps", "{\"productId\": " + gift.get("id") + "}")
                .expect(201);
        JsonNode copy = copy("checkout-pages", page);
        assertAlike(page, copy);
        assertThat(copy.get("name").textValue()).isEqualTo("Shirt (copy)");
        assertThat(copy.get("title").textValue()).isEqualTo("Shirt (copy)");
        assertThat(copy.get("slug").textValue()).isEqualTo("shirt-copy");
        assertThat(copy.at("/fields/3/showHideLogic/element/elementId")).isEqualTo(copy.at("/fields/2/id"));
        assertThat(copy.at("/product/discounts/0/variantOptionIds/0"))
                .isEqualTo(copy.at("/product/variants/0/options/0/id"));
        assertThat(copy.at("/product/stock").asInt()).isEqualTo(9);
        String copied = "/v1/checkout-pages/" + copy.get("id").textValue();
        assertThat(api.get(copied + "/order-bumps").json().at("/data/0/productId"))
                .isEqualTo(gift.get("id"));
        assertThat(TestSeller.rows(
                                "SELECT FROM file_reference WHERE seller_id = $1 AND file_id = $2",
                                shop.seller().id(),
                                image)
                        .size())
                .isEqualTo(4);
        assertThat(api.get("/v1/checkout-pages?search=shirt").total()).isEqualTo(2);
    }

    @Test
    void events_have_fresh_capacity() {
        TestShop.Shelf event = shop.event("", "'capacity': 50,", "{'name': 'Seat', 'price': 1000, 'capacity': 40}");
        api.post(
                        "/v1/bookings",
                        TestShop.booking(
                                event, "grace@example.com", 2, "\"paymentOption\": {\"manualType\": \"invoice\"},"))
                .expect(201);
        JsonNode copy = copy("events", event.record());
        assertAlike(event.record(), copy);
        assertThat(copy.at("/ticketGroups/0/ticketTypes/0/quantitySold").asInt())
                .isZero();
        assertThat(copy.at("/ticketGroups/0/ticketTypes/0/capacity").asInt()).isEqualTo(40);
        assertThat(copy.at("/eventDetails/capacity").asInt()).isEqualTo(50);
    }

    @Test
    void forms_keep_their_files() {
        JsonNode form = post("/v1/forms", "{'name': 'Survey', 'fileIds': ['" + file("file") + "']}");
        assertAlike(form, copy("forms", form));
    }

    @Test
    void a_dry_run_copies_nothing_and_a_repeated_request_copies_once() {
        JsonNode form = post("/v1/forms", "{'name': 'Survey'}");
        String path = "/v1/forms/" + form.get("id").textValue() + "/duplicate";
        api.post(path + "?dryRun=true", "").expect(201);
        assertThat(api.get("/v1/forms").total()).isEqualTo(1);
        Map<String, String> key =
                Map.of("Idempotency-Key", "copy-" + form.get("id").textValue());
        Reply first = api.send("POST", path, key, "").expect(201);
        Reply second = api.send("POST", path, key, "").expect(201);
        assertThat(second.json().at("/data/id")).isEqualTo(first.json().at("/data/id"));
        assertThat(api.get("/v1/forms").total()).isEqualTo(2);
    }

    @Test
    void pages_of_other_sellers_and_of_another_kind_do_not_exist() {
        JsonNode form = post("/v1/forms", "{'name': 'Survey'}");
        String id = form.get("id").textValue();
        shop.gateway()
                .seller()
                .live()
                .post("/v1/forms/" + id + "/duplicate", "")
                .expect(404);
        api.post("/v1/events/" + id + "/duplicate", "").expect(404);
        api.post("/v1/forms/none/duplicate", "").expect(400);
    }

    /** A copy would be a page that the key does not reach. */
    @Test
    void keys_that_are_restricted_to_pages_copy_none() {
        String id = post("/v1/forms", "{'name': 'Survey'}").get("id").textValue();
        JsonNode key = post(
                "/v1/api-keys",
                "{'label': 'One form', 'scopes': ['forms:read', 'forms:write'], 'pages': ['" + id + "']}");
        TestApi restricted = shop.gateway().api(key.get("key").textValue());
        restricted.get("/v1/forms/" + id).expect(200);
        Reply refused = restricted.post("/v1/forms/" + id + "/duplicate", "").expect(403);
        assertThat(refused.json().get("code").textValue()).isEqualTo("page_restricted");
        JsonNode reader = post("/v1/api-keys", "{'label': 'Reader', 'scopes': ['forms:read']}");
        shop.gateway()
                .api(reader.get("key").textValue())
                .post("/v1/forms/" + id + "/duplicate", "")
                .expect(403);
        assertThat(api.get("/v1/forms").total()).isEqualTo(1);
    }
}
