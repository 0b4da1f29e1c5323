package io.tollgate.catalog.product;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.catalog.checkoutpage.CheckoutPages;
import io.tollgate.catalog.event.Events;
import io.tollgate.support.Parallel;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestApi.Reply;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Order bumps of pages. */
class OrderBumpTest {
    private final TestSeller seller = TestGateway.shared().seller();
    private final TestApi api = seller.live();
    private final String pageId = ProductSamples.id(seller.create(
            CheckoutPages.RESOURCE, true, page -> ((ObjectNode) page.at("/product/price")).put("currency", "usd")));
    private final String base = "/v1/checkout-pages/" + pageId + "/order-bumps";

    private String bump(String price) {
        String body = "{'role':'orderbump','title':'Card','price':" + price + "}";
        return ProductSamples.id(api.post("/v1/products", body.replace('\'', '"'))
                .expect(201)
                .json()
                .get("data"));
    }

    private Reply attach(String productId, String more) {
        String body = "{'productId':'" + productId + "'" + more + "}";
        return api.post(base, body.replace('\'', '"'));
    }

    private List<String> offered() {
        return api.get(base).expect(200).json().findValuesAsText("productId");
    }

    @Test
    void needs_a_key_of_the_seller_and_a_page_of_the_kind() {
        String product = bump("{}");
        TestGateway.shared().api(null).get(base).expect(401);
        TestGateway.shared().api(null).post(base, "{}").expect(401);
        TestApi other = TestGateway.shared().seller().live();
        other.get(base).expect(404);
        other.post(base, "{\"productId\":\"" + product + "\"}").expect(404);
        api.get(base.replace("checkout-pages", "events")).expect(404);
        attach(product, "").expect(201);
        other.patch(base + "/" + product, "{\"enabled\":false}").expect(404);
        other.send("DELETE", base + "/" + product, Map.of()).expect(404);
        assertThat(api.get("/v1/checkout-pages/x/order-bumps?limit=1").problems())
                .containsExactly("pageId", "limit");
        assertThat(offered()).containsExactly(product);
    }

    @Test
    void wrong_input_is_named_by_its_path() {
        String product = bump("{}");
        assertThat(attach(product, ",'order':1,'hidden':'no'").problems()).containsExactlyInAnyOrder("order", "hidden");
        assertThat(attach("0".repeat(24), "").problems()).containsExactly("productId");
        assertThat(attach(bump("{'currency':'eur'}"), "").problems()).containsExactly("productId");
        assertThat(attach(bump("{'recurring':{'interval':'week','intervalCount':1}}"), "")
                        .problems())
                .containsExactly("productId");
        attach(bump("{'recurring':{'interval':'day','intervalCount':7}}"), "").expect(201);
        assertThat(attach(product, ",'showHideLogic':{}").problems()).containsExactly("showHideLogic.enabled");
        assertThat(attach(
                                product,
                                ",'showHideLogic':{'enabled':true,'subject':'order_bump','comparison':'is',"
                                        + "'orderBumpProductIds':['" + product + "'],'priceId':'" + "0".repeat(24)
                                        + "','ticketTypeIds':['" + product + "']}")
                        .problems())
                .containsExactlyInAnyOrder(
                        "showHideLogic.orderBumpProductIds", "showHideLogic.priceId", "showHideLogic.ticketTypeIds");
        attach(product, "").expect(201);
        assertThat(attach(product, "").expect(409).json().get("code").asText()).isEqualTo("already_attached");
        assertThat(api.patch(base + "/" + product, "{}").problems()).containsExactly("body");
        assertThat(api.post(base + "/reorder", "{\"productIds\":[\"" + product + "\"]}")
                        .problems())
                .containsExactly("productIds");
    }

    @Test
    void every_setting_is_kept_and_read_back() {
        String first = bump("{}");
        String second = bump("{'amount':5}");
        JsonNode plain = attach(first, "").expect(201).json().get("data");
        assertThat(plain.get("enabled").asBoolean()).isTrue();
        String all = ",'enabled':false,'preselected':true,'hidden':true,'allowQuantity':true,"
                + "'shortenDescription':true,'showHideLogic':{'enabled':true,'subject':'order_bump',"
                + "'comparison':'is_not','orderBumpProductIds':['" + first + "']}";
        JsonNode made = attach(second, all).expect(201).json().get("data");
        ObjectNode sent = ProductSamples.json("{" + all.substring(1).replace('\'', '"') + "}");
        sent.properties().stream()
                .filter(setting -> !setting.getValue().isObject())
                .forEach(setting -> assertThat(made.get(setting.getKey())).isEqualTo(setting.getValue()));
        sent.get("showHideLogic")
                .properties()
                .forEach(setting -> assertThat(made.get("showHideLogic").get(setting.getKey()))
                        .isEqualTo(setting.getValue()));
        assertThat(api.get(base).expect(200).json().at("/data/1")).isEqualTo(made);
        Reply needed = api.send("DELETE", base + "/" + first, Map.of()).expect(409);
        assertThat(needed.json().get("code").asText()).isEqualTo("order_bump_in_use");
        Reply changed = api.patch(base + "/" + second, "{\"showHideLogic\":null,\"hidden\":false}")
                .expect(200);
        assertThat(changed.json().at("/data/showHideLogic").isNull()).isTrue();
        assertThat(changed.json().at("/data/preselected").asBoolean()).isTrue();
    }

    @Test
    void is_ordered_detached_and_deleted() {
        String first = bump("{}");
        String second = bump("{'amount':5}");
        attach(first, "").expect(201);
        attach(second, "").expect(201);
        Map<String, String> stale = Map.of("Content-Type", "application/json", "If-Match", "\"old\"");
        api.send("PATCH", base + "/" + second, stale, "{\"hidden\":true}").expect(412);
        api.post(base + "/reorder", "{\"productIds\":[\"" + second + "\",\"" + first + "\"]}")
                .expect(200);
        assertThat(offered()).containsExactly(second, first);
        assertThat(api.send("DELETE", "/v1/products/" + first, Map.of()).problems())
                .containsExactly("fromAllPages");
        api.send("DELETE", base + "/" + first, Map.of()).expect(200);
        api.send("DELETE", base + "/" + first, Map.of()).expect(404);
        api.send("DELETE", "/v1/products/" + first, Map.of()).expect(200);
        api.send("DELETE", "/v1/products/" + second + "?fromAllPages=true", Map.of())
                .expect(200);
        assertThat(api.send("DELETE", "/v1/products/" + second + "?fromAllPages=yes", Map.of())
                        .problems())
                .containsExactly("fromAllPages");
        assertThat(offered()).isEmpty();
        assertThat(api.get("/v1/audit-log?limit=100&recordId=" + pageId).total())
                .isEqualTo(4);
    }

    @Test
    void events_offer_order_bumps_too() {
        String event = ProductSamples.id(seller.create(
                Events.RESOURCE, true, page -> ((ObjectNode) page.get("eventDetails")).put("currency", "usd")));
        String product = bump("{}");
        String path = "/v1/events/" + event + "/order-bumps";
        Reply once = api.writeWithRetries("POST", path, "key", "{\"productId\":\"" + product + "\"}");
        Reply again = api.writeWithRetries("POST", path, "key", "{\"productId\":\"" + product + "\"}");
        assertThat(again.body()).isEqualTo(once.expect(201).body());
        assertThat(api.get(path).expect(200).json().findValuesAsText("productId"))
                .containsExactly(product);
    }

    private void refused(String path, String body) {
        Reply reply = api.patch(path, body.replace('\'', '"')).expect(409);
        assertThat(reply.json().get("code").textValue()).isEqualTo("order_bump_in_use");
    }

    /** Nothing refers to the prices in the former currency any more. */
    private static String other(int amount) {
        return "{'prices':[{'amount':" + amount + ",'currency':'eur'}],'variants':[],'discounts':[]}";
    }

    @Test
    void no_currency_is_changed_away_from_the_other_side() {
        String sold = api.get("/v1/checkout-pages/" + pageId)
                .json()
                .at("/data/product/id")
                .textValue();
        String event =
                ProductSamples.id(api.post("/v1/events", "{\"name\":\"A\",\"eventDetails\":{\"currency\":\"usd\"}}")
                        .expect(201)
                        .json()
                        .get("data"));
        String product = bump("{}");
        String other = bump("{}");
        attach(product, "").expect(201);
        String beside = "/v1/events/" + event + "/order-bumps";
        api.post(beside, "{\"productId\":\"" + other + "\"}").expect(201);
        refused("/v1/products/" + product, "{'price':{'currency':'eur'}}");
        refused("/v1/products/" + other, other(5));
        refused("/v1/products/" + sold, other(5));
        refused("/v1/events/" + event, "{'eventDetails':{'currency':'eur'}}");
        api.patch("/v1/products/" + product, "{\"price\":{\"currency\":\"usd\",\"amount\":7}}")
                .expect(200);
        api.send("DELETE", base + "/" + product, Map.of()).expect(200);
        api.send("DELETE", beside + "/" + other, Map.of()).expect(200);
        for (String free : List.of(product, other, sold)) {
            api.patch("/v1/products/" + free, other(6).replace('\'', '"')).expect(200);
        }
        api.patch("/v1/events/" + event, "{\"eventDetails\":{\"currency\":\"eur\"}}")
                .expect(200);
        attach(product, "").expect(201);
    }

    /** The second of two concurrent changes sees the first, in either order. */
    @Test
    void a_currency_and_an_offer_that_part_do_not_both_come_about() {
        String product = bump("{}");
        for (int round = 0; round < 10; round++) {
            List<Reply> both = Parallel.times(
                    2,
                    i -> i == 0
                            ? attach(product, "")
                            : api.patch("/v1/products/" + product, "{\"price\":{\"currency\":\"eur\"}}"));
            assertThat(both.stream().filter(reply -> reply.status() < 300).count())
                    .isOne();
            if (both.get(0).status() < 300) {
                api.send("DELETE", base + "/" + product, Map.of()).expect(200);
            } else {
                api.patch("/v1/products/" + product, "{\"price\":{\"currency\":\"usd\"}}")
                        .expect(200);
            }
        }
    }

    @Test
    void many_attached_at_once_have_an_order_each() {
        List<String> products =
                List.of(bump("{}"), bump("{}"), bump("{}"), bump("{}"), bump("{}"), bump("{}"), bump("{}"), bump("{}"));
        Parallel.times(
                        8,
                        i -> api.writeWithRetries("POST", base, "b" + i, "{\"productId\":\"" + products.get(i) + "\"}"))
                .forEach(reply -> reply.expect(201));
        assertThat(api.get(base).expect(200).json().findValuesAsText("order"))
                .containsExactly("0", "1", "2", "3", "4", "5", "6", "7");
        assertThat(offered()).containsExactlyInAnyOrderElementsOf(products);
    }
}
