package io.tollgate.catalog.product;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.sales.payment.Payments;
import io.tollgate.support.Parallel;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestApi.Reply;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** PATCH of products. */
class ProductChangeTest {
    private static final String NOT_OWNED = "One or more file IDs not found or not owned by your account";

    private final TestSeller seller = TestGateway.shared().seller();
    private final TestApi api = seller.live();

    private String bump(String more) {
        String body = "{\"role\":\"orderbump\",\"title\":\"Card\"" + more.replace('\'', '"') + "}";
        return ProductSamples.id(
                api.post("/v1/products", body).expect(201).json().get("data"));
    }

    private JsonNode product(String id) {
        return api.get("/v1/products/" + id).expect(200).json().get("data");
    }

    private Reply patch(String id, String body) {
        return api.patch("/v1/products/" + id, body.replace('\'', '"'));
    }

    @Test
    void needs_a_key_of_the_seller_whatever_its_mode() {
        String id = bump("");
        String path = "/v1/products/" + id;
        TestGateway.shared().api(null).patch(path, "{\"title\":\"A\"}").expect(401);
        TestGateway.shared().api(null).post("/v1/products", "{}").expect(401);
        Reply missing = patch("0".repeat(24), "{'title':'A'}").expect(404);
        Reply foreign = TestGateway.shared()
                .seller()
                .live()
                .patch(path, "{\"title\":\"A\"}")
                .expect(404);
        assertThat(foreign.bodyWithoutRequestId()).isEqualTo(missing.bodyWithoutRequestId());
        seller.test().patch(path, "{\"title\":\"Of the catalog\"}").expect(200);
        assertThat(product(id).get("title").textValue()).isEqualTo("Of the catalog");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "{}|body",
                "{'title':null}|title",
                "{'role':'product'}|role",
                "{'type':'charge'}|type",
                "{'media':[]}|media",
                "{'price':{'amount':'1'},'variants':[{'name':'A','options':[{'name':5}]}]}"
                        + "|price.amount variants[0].options[0].name",
                "{'price':{'id':'65f0c0ffee0123456789abcd'}}|price.id",
                "{'prices':[{'id':'65f0c0ffee0123456789abcd'},{'id':'65f0c0ffee0123456789abcd'}]}|prices[1].id",
                "{'prices':[{'isDefault':true},{'amount':5,'isDefault':true}]}|prices[1].isDefault",
                "{'price':{'payWhatYouWant':true}}|price.payWhatYouWant",
                "{'price':{'recurring':{'interval':'month','intervalCount':1}}}|price.recurring",
                "{'price':{'paymentPlan':{'interval':'month','intervalCount':1,'planIterations':2}}}|price.paymentPlan",
                "{'price':{'billingType':'recurring'}}|price.billingType",
                "{'price':{'enabled':false}}|price.enabled",
                "{'defaultPriceId':'65f0c0ffee0123456789abcd'}|defaultPriceId",
                "{'hasUnlimitedStock':false}|stock",
                "{'imageIds':['65f0c0ffee0123456789abcd'],'fileIds':['65f0c0ffee0123456789abcd'],"
                        + "'fixedTaxRateIds':['65f0c0ffee0123456789abcd']}|imageIds fileIds fixedTaxRateIds"
            })
    void wrong_input_is_named_by_its_path_and_nothing_is_changed(String body, String paths) {
        String id = bump("");
        JsonNode before = product(id);
        assertThat(patch(id, body).problems()).containsOnly(paths.split(" "));
        assertThat(product(id)).isEqualTo(before);
        assertThat(api.patch("/v1/products/" + id + "?fromAllPages=true", "{\"sku\":\"1\"}")
                        .problems())
                .containsExactly("fromAllPages");
    }

    @Test
    void suggestion_is_never_less_than_the_least_that_may_be_paid() {
        String body = "{'name':'A','productData':{'price':{'payWhatYouWant':true,'amount':500,"
                + "'pwywSuggestedPrice':800},'variants':[{'name':'V','options':[{'name':'O',"
                + "'type':'pay_what_you_want','additionalChargeAmount':5,'pwywSuggestedPrice':8}]}]}}";
        JsonNode product = api.post("/v1/checkout-pages", body.replace('\'', '"'))
                .expect(201)
                .json()
                .at("/data/product");
        String id = ProductSamples.id(product);
        assertThat(patch(id, "{'price':{'amount':801}}").problems()).containsExactly("price.pwywSuggestedPrice");
        assertThat(patch(id, "{'price':{'pwywSuggestedPrice':499}}").problems())
                .containsExactly("price.pwywSuggestedPrice");
        String option = "{'variants':[{'id':'" + ProductSamples.id(product.at("/variants/0")) + "','name':'V',"
                + "'options':[{'id':'" + ProductSamples.id(product.at("/variants/0/options/0")) + "','name':'O',";
        assertThat(patch(id, option + "'additionalChargeAmount':9}]}]}").problems())
                .containsExactly("variants[0].options[0].pwywSuggestedPrice");
        patch(id, "{'price':{'amount':800}}").expect(200);
        patch(id, "{'price':{'amount':900,'pwywSuggestedPrice':null}}").expect(200);
    }

    @Test
    void an_order_bump_is_neither_a_plan_nor_pay_what_you_want() {
        String body = "{'role':'orderbump','title':'A','prices':[{'payWhatYouWant':true},"
                + "{'paymentPlan':{'interval':'month','intervalCount':1,'planIterations':2}}]}";
        assertThat(api.post("/v1/products", body.replace('\'', '"')).problems())
                .containsExactlyInAnyOrder("prices[0].payWhatYouWant", "prices[1].paymentPlan");
        assertThat(api.post("/v1/products", "{\"role\":\"product\"}").problems())
                .containsExactlyInAnyOrder("role", "title");
    }

    @Test
    void refers_to_what_the_seller_has_and_tells_nothing_else() {
        TestSeller other = TestGateway.shared().seller();
        String id = bump("");
        String theirs = ProductSamples.file(other, "image");
        String goods = ProductSamples.file(seller, "file");
        Reply foreign = patch(id, "{'imageIds':['" + theirs + "']}");
        assertThat(foreign.problems()).containsExactly("imageIds");
        assertThat(foreign.json().at("/errors/0/message").textValue()).isEqualTo(NOT_OWNED);
        assertThat(patch(id, "{'imageIds':['" + goods + "']}").problems()).containsExactly("imageIds");
        patch(id, "{'fileIds':['" + goods + "']}").expect(200);
        assertThat(patch(id, "{'fixedTaxRateIds':['" + ProductSamples.rate(other, true) + "']}")
                        .problems())
                .containsExactly("fixedTaxRateIds");
        assertThat(patch(id, "{'fixedTaxRateIds':['" + ProductSamples.rate(seller, false) + "']}")
                        .problems())
                .containsExactly("fixedTaxRateIds");
    }

    @Test
    void keeps_what_is_omitted_and_clears_what_is_null() {
        String id = bump(",'sku':'S','pricePicker':{'title':'T','description':'D'},"
                + "'prices':[{'amount':100,'label':'One'},{'amount':200}],"
                + "'variants':[{'name':'Size','manageVariantOptionStock':true,"
                + "'options':[{'name':'S','stock':3},{'name':'M','stock':4}]}]");
        JsonNode before = product(id);
        String first = before.at("/prices/0/id").asText();
        String size = before.at("/variants/0/id").asText();
        String small = before.at("/variants/0/options/0/id").asText();
        patch(
                        id,
                        "{'sku':null,'pricePicker':{'title':null},'prices':[{'amount':300},{'id':'" + first + "'}],"
                                + "'variants':[{'id':'" + size + "','name':'Sizes','options':[{'id':'" + small
                                + "','name':'Small'},{'name':'L','stock':1}]}]}")
                .expect(200);
        JsonNode after = product(id);
        assertThat(after.get("sku").isNull()).isTrue();
        assertThat(after.at("/pricePicker/title").isNull()).isTrue();
        assertThat(after.at("/pricePicker/description").asText()).isEqualTo("D");
        assertThat(after.at("/prices/1/label").asText()).isEqualTo("One");
        assertThat(after.at("/prices/1/reference")).isEqualTo(before.at("/prices/0/reference"));
        assertThat(after.get("defaultPriceId").asText()).isEqualTo(first);
        assertThat(after.at("/price/amount").asInt()).isEqualTo(100);
        assertThat(after.at("/variants/0/reference").asText()).isEqualTo("size");
        assertThat(after.at("/variants/0/options").findValuesAsText("stock")).containsExactly("3", "1");
        assertThat(after.at("/variants/0/options/0/name").asText()).isEqualTo("Small");
        assertThat(after.get("title")).isEqualTo(before.get("title"));
        Reply same = patch(id, "{'title':'Card'}").expect(200);
        assertThat(same.json().get("data")).isEqualTo(after);
    }

    @Test
    void a_page_is_found_by_the_new_title_of_its_product() {
        String id = ProductSamples.id(seller.create(Products.RESOURCE, true, product -> product.put("title", "Old")));
        patch(id, "{'title':'Überblick','stock':5}").expect(200);
        assertThat(api.get("/v1/checkout-pages?search=%C3%BCberblick").total()).isEqualTo(1);
        assertThat(product(id).get("stock").asInt()).isEqualTo(5);
    }

    @Test
    void what_was_bought_stays() {
        String id = bump(",'prices':[{'recurring':{'interval':'month','intervalCount':1}},{'amount':5}],"
                + "'variants':[{'name':'Size','options':[{'name':'S'}]}]");
        seller.create(Payments.RESOURCE, false, payment -> payment.put("productId", id));
        JsonNode before = product(id);
        String first = before.at("/prices/0/id").asText();
        String second = before.at("/prices/1/id").asText();
        String size = before.at("/variants/0/id").asText();
        for (String body : List.of(
                "{'prices':[{'id':'" + first + "'}]}",
                "{'variants':[]}",
                "{'variants':[{'id':'" + size + "','name':'Size','options':[{'name':'S'}]}]}",
                "{'price':{'recurring':{'interval':'month','intervalCount':2}}}",
                "{'prices':[{'id':'" + first + "','currency':'eur'},{'id':'" + second + "','currency':'eur'}]}")) {
            Reply reply = patch(id, body).expect(409);
            assertThat(reply.json().get("code").asText()).isEqualTo("already_bought");
        }
        assertThat(product(id)).isEqualTo(before);
        patch(id, "{'prices':[{'id':'" + first + "','enabled':false},{'id':'" + second + "','amount':7},{'amount':9}]}")
                .expect(200);
        patch(id, "{'price':{'amount':8}}").expect(200);
        Reply deleted = api.send("DELETE", "/v1/products/" + id, Map.of()).expect(409);
        assertThat(deleted.json().get("code").asText()).isEqualTo("already_bought");
    }

    @Test
    void honours_if_match_and_idempotency_keys() {
        String id = bump("");
        String path = "/v1/products/" + id;
        String etag = String.valueOf(api.get(path).expect(200).header("ETag"));
        Map<String, String> headers = Map.of("Content-Type", "application/json", "If-Match", etag);
        api.send("PATCH", path, headers, "{\"title\":\"One\"}").expect(200);
        api.send("PATCH", path, headers, "{\"title\":\"Two\"}").expect(412);
        Reply first = api.writeWithRetries("POST", "/v1/products", "k", "{\"role\":\"orderbump\",\"title\":\"Once\"}");
        Reply again = api.writeWithRetries("POST", "/v1/products", "k", "{\"role\":\"orderbump\",\"title\":\"Once\"}");
        assertThat(again.body()).isEqualTo(first.expect(201).body());
        assertThat(api.get("/v1/products?search=once").total()).isEqualTo(1);
    }

    @Test
    void many_changes_at_once_leave_one_consistent_product() {
        // A separate gateway, so that requests that wait for one row do not delay other tests.
        try (TestGateway own = TestGateway.startPatient(Map.of("database.breakerFailures", "1000"))) {
            many(own.api(seller.liveKey()), bump(",'prices':[{'amount':1},{'amount':2}]"));
        }
    }

    private void many(TestApi own, String id) {
        List<String> prices = product(id).get("prices").findValuesAsText("id");
        List<Reply> replies = Parallel.times(64, i -> {
            String body = i % 2 == 0
                    ? "{'title':'T" + i + "','price':{'amount':" + i + "},'stock':" + i + "}"
                    : "{'defaultPriceId':'" + prices.get(i / 2 % 2) + "','sku':'S" + i + "'}";
            return own.writeWithRetries("PATCH", "/v1/products/" + id, "p" + i, body.replace('\'', '"'));
        });
        replies.forEach(reply -> reply.expect(200));
        JsonNode product = product(id);
        String shown = product.get("defaultPriceId").asText();
        product.get("prices").forEach(price -> {
            boolean isDefault = price.get("id").asText().equals(shown);
            assertThat(price.get("isDefault").asBoolean()).isEqualTo(isDefault);
            if (isDefault) {
                assertThat(product.at("/price/amount")).isEqualTo(price.get("amount"));
            }
        });
        assertThat(product.get("title").asText().substring(1))
                .isEqualTo(product.get("stock").asText());
        Set<String> trail =
                new TreeSet<>(api.get("/v1/audit-log?limit=100&recordId=" + id).ids());
        assertThat(trail).hasSizeGreaterThan(60);
    }
}
