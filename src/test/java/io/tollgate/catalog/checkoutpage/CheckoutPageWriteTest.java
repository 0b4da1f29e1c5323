package io.tollgate.catalog.checkoutpage;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.catalog.taxrate.TaxRates;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestApi.Reply;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** POST, PATCH and DELETE of checkout pages. */
class CheckoutPageWriteTest {
    private static final String PAGES = "/v1/checkout-pages";

    private final TestSeller seller = TestGateway.shared().seller();
    private final TestApi api = seller.live();

    private static String json(String text) {
        return text.replace('\'', '"');
    }

    private JsonNode create(String text) {
        return api.post(PAGES, json(text)).expect(201).json().get("data");
    }

    private static String at(JsonNode page) {
        return PAGES + "/" + page.get("id").textValue();
    }

    private JsonNode change(JsonNode page, String text) {
        return api.patch(at(page), json(text)).expect(200).json().get("data");
    }

    @Test
    void need_a_key_of_the_seller() {
        JsonNode page = create("{'name':'A'}");
        TestApi nobody = TestGateway.shared().api(null);
        nobody.post(PAGES, "{\"name\":\"A\"}").expect(401);
        nobody.patch(at(page), "{\"title\":\"T\"}").expect(401);
        nobody.send("DELETE", at(page), Map.of()).expect(401);
        TestApi stranger = TestGateway.shared().seller().live();
        Reply theirs = stranger.patch(at(page), "{\"title\":\"T\"}").expect(404);
        Reply none = stranger.patch(PAGES + "/" + "0".repeat(24), "{\"title\":\"T\"}")
                .expect(404);
        assertThat(theirs.fingerprint()).isEqualTo(none.fingerprint());
        stranger.send("DELETE", at(page), Map.of()).expect(404);
        api.patch(at(page).replace("checkout-pages", "forms"), "{\"title\":\"T\"}")
                .expect(404);
        seller.test().patch(at(page), "{\"title\":\"T\"}").expect(403);
        assertThat(api.post(PAGES + "?livemode=true", "{\"name\":\"A\"}").problems())
                .containsExactly("livemode");
        assertThat(api.patch(PAGES + "/x", "{\"productData\":{}}").problems()).containsExactly("pageId", "productData");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{'productData':{'price':{'amount':-1}}}|productData.price.amount",
                "{'productData':{'price':{'amount':1.5}}}|productData.price.amount",
                "{'productData':{'title':7}}|productData.title",
                "{'productData':{'imageIds':['000000000000000000000000']}}|productData.imageIds",
                "{'fees':[{'amount':5}]}|fees[0].name",
                "{'fees':[{'name':'F'}]}|fees[0].amount",
                "{'fees':[{'name':'F','percentage':'x'}]}|fees[0].percentage",
                "{'fees':[{'name':'F','amount':5,'multiplyByTickets':true}]}|fees[0].multiplyByTickets",
                "{'fees':[{'name':'F','amount':5,'paymentMethods':['cash']}]}|fees[0].paymentMethods[0]",
                "{'fees':[{'name':'F','amount':5,'applyToSpecificPaymentMethods':true}]}|fees[0].paymentMethods",
                "{'fees':[{'name':'F','amount':5,'applyToSpecificPaymentMethods':true,'paymentMethods':['card']}]}"
                        + "|fees[0].paymentMethods",
                "{'paymentMethods':{'processor':{'multiple':{'enabled':false}}},'fees':[{'name':'F','amount':5,"
                        + "'applyToSpecificPaymentMethods':true,'paymentMethods':['ideal']}]}|fees[0].paymentMethods",
                "{'paymentOptions':[]}|paymentOptions",
                "{'paymentOptions':[{'type':'full','name':'A','enabled':false}]}|paymentOptions",
                "{'paymentOptions':[{'type':'full','name':'A'},{'type':'full','name':'B'}]}|paymentOptions",
                "{'paymentOptions':[{'type':'partial','name':'A','partialAmount':5},"
                        + "{'type':'manual','name':'B','manualType':'invoice'}]}|paymentOptions",
                "{'paymentOptions':[{'type':'invoice','name':'A','manualType':'invoice'}]}|paymentOptions[0].type",
                "{'paymentOptions':[{'type':'manual','name':'A','manualType':7}]}|paymentOptions[0].manualType",
                "{'paymentOptions':[{'name':'A'}]}|paymentOptions[0].type",
                "{'paymentOptions':[7]}|paymentOptions[0]",
                "{'paymentOptions':[{'type':'full'}]}|paymentOptions[0].name",
                "{'paymentOptions':[{'type':'partial','name':'A'}]}|paymentOptions[0].partialAmount",
                "{'paymentOptions':[{'type':'full','name':'A','partialAmount':5}]}|paymentOptions[0].partialAmount",
                "{'paymentOptions':[{'type':'full','name':'A','manualType':'invoice'}]}|paymentOptions[0].manualType",
                "{'tax':{'mode':'fixed'}}|tax.enabled",
                "{'tax':{'enabled':true,'mode':'none'}}|tax.mode",
                "{'tax':{'enabled':false,'mode':'fixed'}}|tax.mode",
                "{'paymentMethods':{'processor':{'agpay':{'mode':'fast'}}}}|paymentMethods.processor.agpay.mode",
                "{'checkoutAbandonment':{'emailReminders':{'reminder4':null}}}"
                        + "|checkoutAbandonment.emailReminders.reminder4",
                "{'checkoutAbandonment':{'emailReminders':{'reminder1':{}}}}"
                        + "|checkoutAbandonment.emailReminders.reminder1.customizeEmail",
                "{'limitSubscriptions':{'enabled':true},'productData':{'limitSubscriptions':{'enabled':true}}}"
                        + "|limitSubscriptions",
                "{'product':{}}|product",
                "{'formDetails':{}}|formDetails"
            })
    void what_is_wrong_is_named_by_its_path_and_nothing_is_written(String text, String param) {
        String body = json(text).replaceFirst("\\{", "{\"name\":\"A\",");
        Reply reply = api.post(PAGES, body);
        assertThat(reply.problems()).containsExactly(param);
        assertThat(api.get(PAGES).total()).isZero();
        assertThat(api.get("/v1/products").total()).isZero();
        assertThat(api.get("/v1/audit-log").total()).isZero();
    }

    @Test
    void a_name_is_enough() {
        JsonNode page = create("{'name':'Yoga class'}");
        assertThat(page.get("type").textValue()).isEqualTo("checkout");
        assertThat(page.get("slug").textValue()).isEqualTo("yoga-class");
        assertThat(page.at("/product/title").textValue()).isEqualTo("Yoga class");
        assertThat(page.at("/product/role").textValue()).isEqualTo("product");
        assertThat(page.at("/product/price/amount").intValue()).isZero();
        assertThat(page.at("/product/price/currency").textValue()).isEqualTo("usd");
        assertThat(page.at("/tax/mode").textValue()).isEqualTo("none");
        assertThat(page.at("/paymentOptions/0/type").textValue()).isEqualTo("full");
        assertThat(page.get("fees").isEmpty()).isTrue();
        assertThat(page.get("showCouponCodeFieldType").textValue()).isEqualTo("link");
        assertThat(page.at("/limitSubscriptions/enabled").booleanValue()).isFalse();
        assertThat(api.get(at(page)).expect(200).json().get("data")).isEqualTo(page);
    }

    @Test
    void the_product_is_made_with_the_page_and_found_by_its_title() {
        JsonNode page = create("{'name':'Spring sale','productData':{'title':'Blue Mat',"
                + "'price':{'amount':2500,'currency':'eur','recurring':{'interval':'month','intervalCount':1}}}}");
        assertThat(page.at("/product/type").textValue()).isEqualTo("subscription");
        assertThat(page.at("/product/price/recurring/interval").textValue()).isEqualTo("month");
        assertThat(api.get(PAGES + "?search=blue%20mat").ids())
                .containsExactly(page.get("id").textValue());
        change(page, "{'name':'Summer sale'}");
        assertThat(api.get(PAGES + "?search=blue%20mat").total()).isEqualTo(1);
        assertThat(api.get(PAGES + "?search=summer").total()).isEqualTo(1);
        assertThat(api.get(PAGES + "?search=spring").total()).isZero();
        JsonNode product = api.get("/v1/products/" + page.at("/product/id").textValue())
                .expect(200)
                .json()
                .get("data");
        assertThat(product).isEqualTo(page.get("product"));
    }

    @Test
    void an_offer_is_a_checkout_page_that_is_there_already() {
        JsonNode offer = create("{'name':'Mat'}");
        JsonNode page = create("{'name':'Class','funnelSteps':[{'type':'upsell','order':0,'enabled':true,"
                + "'config':{'action':'checkout','pageId':'" + offer.get("id").textValue() + "'}}]}");
        assertThat(page.at("/funnelSteps/0/config/pageId")).isEqualTo(offer.get("id"));
        assertThat(change(page, "{'funnelSteps':[]}").get("funnelSteps").isEmpty())
                .isTrue();
        TestSeller other = TestGateway.shared().seller();
        String theirs = other.live()
                .post(PAGES, "{\"name\":\"A\"}")
                .expect(201)
                .json()
                .at("/data/id")
                .textValue();
        assertThat(api.patch(at(page), json("{'redirectPageId':'" + theirs + "'}"))
                        .problems())
                .containsExactly("redirectPageId");
    }

    @Test
    void settings_of_the_product_can_be_sent_with_the_page() {
        JsonNode page = create("{'name':'A','limitSubscriptions':{'enabled':true}}");
        assertThat(page.at("/limitSubscriptions/enabled").booleanValue()).isTrue();
        assertThat(page.at("/product/limitSubscriptions/enabled").booleanValue())
                .isTrue();
        JsonNode changed = change(
                page,
                "{'limitSubscriptionsProcessor':{'enabled':true},'enableFileAccessForInactiveSubscriptions':true}");
        assertThat(changed.at("/product/limitSubscriptions/limitSubscriptionsProcessor/enabled")
                        .booleanValue())
                .isTrue();
        assertThat(changed.at("/product/limitSubscriptions/enabled").booleanValue())
                .isTrue();
        assertThat(changed.at("/limitSubscriptionsProcessor/enabled").booleanValue())
                .isTrue();
        assertThat(changed.get("enableFileAccessForInactiveSubscriptions").booleanValue())
                .isTrue();
        assertThat(api.get(at(page)).json().get("data")).isEqualTo(changed);
    }

    @Test
    void tax_follows_its_switch() {
        seller.create(TaxRates.RESOURCE, true, rate -> rate.put("active", true).put("default", true));
        JsonNode page = create("{'name':'A','tax':{'enabled':true}}");
        assertThat(page.at("/tax/mode").textValue()).isEqualTo("processor");
        assertThat(change(page, "{'tax':{'enabled':true,'mode':'fixed'}}")
                        .at("/tax/mode")
                        .textValue())
                .isEqualTo("fixed");
        assertThat(change(page, "{'tax':{'enabled':true}}").at("/tax/mode").textValue())
                .isEqualTo("fixed");
        assertThat(change(page, "{'tax':{'enabled':false}}").at("/tax/mode").textValue())
                .isEqualTo("none");
    }

    @Test
    void a_change_merges_objects_and_replaces_lists() {
        JsonNode page = create("{'name':'A','fees':[{'name':'F','amount':5},{'name':'G','percentage':2.5}],"
                + "'checkoutAbandonment':{'emailReminders':{'reminder1':{'customizeEmail':true,'subject':'S'}}}}");
        assertThat(page.at("/fees/0/multiplyByQuantity").booleanValue()).isFalse();
        JsonNode changed = change(
                page,
                "{'fees':[{'name':'H','amount':7}],'paymentMethods':{'processor':{'card':{'enabled':false}}},"
                        + "'checkoutAbandonment':{'emailReminders':{'reminder1':{'customizeEmail':true,"
                        + "'body':'<p>B</p>'},"
                        + "'reminder2':{'customizeEmail':false}}}}");
        assertThat(changed.get("fees").size()).isEqualTo(1);
        assertThat(changed.at("/paymentMethods/processor/card/enabled").booleanValue())
                .isFalse();
        assertThat(changed.at("/paymentMethods/processor/agpay/mode").textValue())
                .isEqualTo("default");
        assertThat(changed.at("/checkoutAbandonment/emailReminders/reminder1/subject")
                        .textValue())
                .isEqualTo("S");
        assertThat(changed.at("/checkoutAbandonment/emailReminders/reminder1/body")
                        .textValue())
                .isEqualTo("<p>B</p>");
        JsonNode without = change(page, "{'checkoutAbandonment':{'emailReminders':{'reminder1':null}}}");
        assertThat(without.at("/checkoutAbandonment/emailReminders").properties())
                .extracting(Map.Entry::getKey)
                .containsExactly("reminder2");
    }

    @Test
    void archiving_keeps_the_page() {
        JsonNode page = create("{'name':'A'}");
        JsonNode archived =
                api.send("DELETE", at(page), Map.of()).expect(200).json().get("data");
        assertThat(archived.get("status").textValue()).isEqualTo("archived");
        assertThat(archived.get("product")).isEqualTo(page.get("product"));
        assertThat(api.get(PAGES + "?status=archived&search=a").total()).isEqualTo(1);
        api.send("DELETE", at(page), Map.of()).expect(200);
        assertThat(change(page, "{'status':'draft'}").get("status").textValue()).isEqualTo("draft");
    }

    @Test
    void a_retry_makes_one_page_and_one_product() {
        Map<String, String> headers = Map.of("Content-Type", "application/json", "Idempotency-Key", "one");
        Reply first = api.send("POST", PAGES, headers, "{\"name\":\"A\"}").expect(201);
        Reply again = api.send("POST", PAGES, headers, "{\"name\":\"A\"}").expect(201);
        assertThat(again.body()).isEqualTo(first.body());
        assertThat(again.header("Idempotent-Replayed")).isEqualTo("true");
        assertThat(api.get(PAGES).total()).isEqualTo(1);
        assertThat(api.get("/v1/products").total()).isEqualTo(1);
        api.send("POST", PAGES, headers, "{\"name\":\"B\"}").expect(422);
    }

    @Test
    void a_change_of_what_has_changed_is_refused_and_the_trail_tells_the_others() {
        Reply made = api.post(PAGES, "{\"name\":\"A\"}").expect(201);
        JsonNode page = made.json().get("data");
        assertThat(api.get(at(page)).header("ETag")).isEqualTo(made.header("ETag"));
        Map<String, String> ifMatch =
                Map.of("Content-Type", "application/json", "If-Match", String.valueOf(made.header("ETag")));
        String body = json("{'limitSubscriptions':{'enabled':true},'notifyEmail':'a@b.example'}");
        Reply changed = api.send("PATCH", at(page), ifMatch, body).expect(200);
        assertThat(changed.header("ETag")).isNotEqualTo(made.header("ETag"));
        Reply refused = api.send("PATCH", at(page), ifMatch, body).expect(412);
        assertThat(refused.json().get("code").textValue()).isEqualTo("precondition_failed");
        assertThat(api.patch(at(page), body).expect(200).header("ETag")).isEqualTo(changed.header("ETag"));
        JsonNode entries = api.get("/v1/audit-log").expect(200).json().get("data");
        assertThat(entries.size()).isEqualTo(4);
        assertThat(entries.toString()).contains("notifyEmail").contains("\"field\":\"limitSubscriptions\"");
    }
}
