package io.tollgate.catalog.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.catalog.file.Files;
import io.tollgate.support.Parallel;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestApi.Reply;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Settings that all kinds of pages share, tested on forms. */
class PageSettingsTest {
    private static final String FORMS = "/v1/forms";
    private static final String UNKNOWN = "0".repeat(24);

    private final TestSeller seller = TestGateway.shared().seller();
    private final TestApi api = seller.live();

    private JsonNode create(String json) {
        return api.post(FORMS, json).expect(201).json().get("data");
    }

    private JsonNode change(JsonNode page, String json) {
        return api.patch(FORMS + "/" + page.get("id").textValue(), json)
                .expect(200)
                .json()
                .get("data");
    }

    private String image() {
        return seller.create(Files.RESOURCE, true, file -> {}).get("id").textValue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{'name':''}|name",
                "{'title':'A'}|name",
                "{'name':null}|name",
                "{'name':'A','slug':'Big'}|slug",
                "{'name':'A','slug':'a b'}|slug",
                "{'name':'A','status':'gone'}|status",
                "{'name':'A','locale':'xx-XX'}|locale",
                "{'name':'A','url':'https://x.example'}|url",
                "{'name':'A','testmodeEnabledAt':null}|testmodeEnabledAt",
                "{'name':'A','redirectUrl':'javascript:alert(1)'}|redirectUrl",
                "{'name':'A','redirect':{'enabled':true}}|redirect.url",
                "{'name':'A','redirect':{'enabled':true,'url':'ftp://x.example'}}|redirect.url",
                "{'name':'A','afterPaymentAction':'redirect'}|redirectUrl",
                "{'name':'A','afterPaymentAction':'checkout'}|redirectPageId",
                "{'name':'A','redirectPageId':'000000000000000000000000'}|redirectPageId",
                "{'name':'A','notifyEmail':'a@b.example, c'}|notifyEmail",
                "{'name':'A','invoiceSettings':{'dueDays':{'enabled':true}}}|invoiceSettings.dueDays.days",
                "{'name':'A','imageIds':['000000000000000000000000']}|imageIds[0]",
                "{'name':'A','imageIds':['x']}|imageIds[0]",
                "{'name':'A','funnelSteps':[{'order':1}]}|funnelSteps[0].type",
                "{'name':'A','funnelSteps':[{'type':'checkout'}]}|funnelSteps[0].type",
                "{'name':'A','funnelSteps':[{'type':'upsell','enabled':true}]}|funnelSteps[0].config",
                "{'name':'A','funnelSteps':[{'type':'upsell','enabled':true,'config':{'pageId':'x'}}]}"
                        + "|funnelSteps[0].config.pageId",
                "{'name':'A','funnelSteps':[{'type':'upsell','config':{'action':'checkout'}}]}"
                        + "|funnelSteps[0].config.pageId",
                "{'name':'A','funnelSteps':[{'type':'upsell','config':{'action':'redirect'}}]}"
                        + "|funnelSteps[0].config.redirect.url",
                "{'name':'A','funnelSteps':[{'type':'upsell','config':{'redirect':{'url':'http://shop.example/x'}}}]}"
                        + "|funnelSteps[0].config.redirect.url",
                "{'name':'A','funnelSteps':[{'type':'upsell','config':{'redirect':{'url':'https://a@shop.example'}}}]}"
                        + "|funnelSteps[0].config.redirect.url",
                "{'name':'A','funnelSteps':[{'type':'upsell','config':{'pageId':'000000000000000000000000'}}]}"
                        + "|funnelSteps[0].config.pageId",
                "{'name':'A','funnelSteps':[{'type':'upsell','config':{'action':'confirmation'}}]}"
                        + "|funnelSteps[0].config.action",
                "{'name':'A','funnelSteps':[{'type':'confirmation','config':{'action':'redirect'}}]}"
                        + "|funnelSteps[0].config.redirectUrl",
                "{'name':'A','redirectUrlPath':[{'key':'orderId'}]}|redirectUrlPath[0].identifier",
                "{'name':'A','redirectUrlPath':[{'key':'fields','identifier':'x','fieldKey':'customer_email'}]}"
                        + "|redirectUrlPath[0].identifier",
                "{'name':'A','redirectUrlPath':[{'key':'fields','fieldKey':'none'}]}|redirectUrlPath[0].fieldKey",
                "{'name':'A','redirectUrlPath':[{'key':'fields','fieldId':'000000000000000000000000'}]}"
                        + "|redirectUrlPath[0].fieldId,redirectUrlPath[0].fieldKey",
                "{'name':'A','redirectUrlQuery':[{'parameter':1,'key':'orderId','identifier':'orderId'}]}"
                        + "|redirectUrlQuery[0].parameter"
            })
    void what_is_wrong_is_named_by_its_path(String json, String params) {
        Reply reply = api.post(FORMS, json.replace('\'', '"'));
        assertThat(reply.problems()).containsExactlyInAnyOrder(params.split(","));
        assertThat(api.get(FORMS).total()).isZero();
    }

    @Test
    void another_sellers_page_or_image_is_refused_in_the_words_for_one_that_is_not() {
        TestSeller other = TestGateway.shared().seller();
        String page = other.live()
                .post(FORMS, "{\"name\":\"Theirs\"}")
                .expect(201)
                .json()
                .at("/data/id")
                .textValue();
        String file = other.create(Files.RESOURCE, true, made -> {}).get("id").textValue();
        String body = "{\"name\":\"A\",\"redirectPageId\":\"%s\",\"imageIds\":[\"%s\"]}";
        Reply theirs = api.post(FORMS, body.formatted(page, file)).expect(400);
        Reply nobodys = api.post(FORMS, body.formatted(UNKNOWN, UNKNOWN)).expect(400);
        assertThat(theirs.problems()).containsExactly("redirectPageId", "imageIds[0]");
        assertThat(theirs.bodyWithoutRequestId().replace(page, UNKNOWN).replace(file, UNKNOWN))
                .isEqualTo(nobodys.bodyWithoutRequestId());
        assertThat(nobodys.json().at("/errors/1/value").textValue()).isEqualTo(UNKNOWN);
        assertThat(theirs.body()).contains("One or more page IDs not found or not owned by your account");
    }

    @Test
    void a_new_page_has_the_defaults() {
        JsonNode page = create("{\"name\":\"Straße & Café №1\"}");
        assertThat(page.get("slug").textValue()).isEqualTo("strasse-cafe-no1");
        assertThat(page.get("url").textValue()).endsWith("/s/" + seller.name() + "/strasse-cafe-no1");
        assertThat(page.get("status").textValue()).isEqualTo("published");
        assertThat(page.get("sendEmailConfirmation").booleanValue()).isTrue();
        assertThat(page.get("googleIndex").booleanValue()).isTrue();
        assertThat(page.get("testmode").booleanValue()).isFalse();
        assertThat(page.get("testmodeEnabledAt").isNull()).isTrue();
        assertThat(page.get("funnelSteps").isEmpty()).isTrue();
        assertThat(page.get("visitCount").intValue()).isZero();
        assertThat(page.at("/fields/0/reference").textValue()).isEqualTo("customer_name");
        assertThat(page.at("/fields/1/reference").textValue()).isEqualTo("customer_email");
        assertThat(page.get("fields").size()).isEqualTo(2);
    }

    @Test
    void slugs_are_unique_for_a_seller() {
        assertThat(create("{\"name\":\"Yoga\"}").get("slug").textValue()).isEqualTo("yoga");
        JsonNode second = create("{\"name\":\"Yoga!\"}");
        assertThat(second.get("slug").textValue()).isEqualTo("yoga-2");
        assertThat(create("{\"name\":\"お問い合わせ\"}").get("slug").textValue()).isEqualTo("form");
        assertThat(create("{\"name\":\"B\",\"slug\":\"/mine\"}").get("slug").textValue())
                .isEqualTo("mine");
        Reply taken = api.post(FORMS, "{\"name\":\"C\",\"slug\":\"mine\"}").expect(409);
        assertThat(taken.json().get("code").textValue()).isEqualTo("slug_taken");
        String path = FORMS + "/" + second.get("id").textValue();
        api.patch(path, "{\"slug\":\"yoga\"}").expect(409);
        assertThat(change(second, "{\"slug\":null,\"title\":\"T\"}").get("slug").textValue())
                .isEqualTo("yoga-2");
        assertThat(change(second, "{\"slug\":\"asana\"}").get("slug").textValue())
                .isEqualTo("asana");
        assertThat(create("{\"name\":\"Yoga\"}").get("slug").textValue()).isEqualTo("yoga-2");
        TestGateway.shared()
                .seller()
                .live()
                .post(FORMS, "{\"name\":\"C\",\"slug\":\"mine\"}")
                .expect(201);
    }

    @Test
    void of_many_who_take_a_slug_at_once_each_gets_its_own() {
        List<Reply> replies = Parallel.times(16, number -> api.post(FORMS, "{\"name\":\"Rush\"}"));
        Set<String> slugs = new HashSet<>();
        replies.forEach(
                reply -> slugs.add(reply.expect(201).json().at("/data/slug").textValue()));
        assertThat(slugs).hasSize(16).contains("rush", "rush-2", "rush-16");
        List<Reply> asked = Parallel.times(16, number -> api.post(FORMS, "{\"name\":\"R\",\"slug\":\"one\"}"));
        assertThat(asked).extracting(Reply::status).containsOnlyOnce(201).containsOnly(201, 409);
    }

    @Test
    void funnel_steps_are_replaced_whole_and_completed() {
        String offer = seller.create(io.tollgate.catalog.checkoutpage.CheckoutPages.RESOURCE, true, page -> {})
                .get("id")
                .textValue();
        JsonNode page = create("{\"name\":\"A\",\"funnelSteps\":[{\"type\":\"confirmation\",\"order\":1},"
                + "{\"type\":\"upsell\",\"order\":0,\"config\":{\"pageId\":\"" + offer + "\"}}]}");
        assertThat(page.at("/funnelSteps/0/type").textValue()).isEqualTo("upsell");
        assertThat(page.at("/funnelSteps/0/enabled").booleanValue()).isTrue();
        assertThat(page.at("/funnelSteps/0/config/action").textValue()).isEqualTo("checkout");
        assertThat(page.at("/funnelSteps/1/config/action").textValue()).isEqualTo("confirmation");
        JsonNode changed = change(
                page,
                "{\"funnelSteps\":[{\"type\":\"upsell\"},{\"type\":\"upsell\",\"enabled\":true,"
                        + "\"config\":{\"action\":\"redirect\","
                        + "\"redirect\":{\"url\":\"https://shop.example/more\"}}}]}");
        assertThat(changed.get("funnelSteps").size()).isEqualTo(2);
        assertThat(changed.at("/funnelSteps/0/enabled").booleanValue()).isFalse();
        assertThat(changed.at("/funnelSteps/1/config/redirect/url").textValue()).isEqualTo("https://shop.example/more");
        String form = page.get("id").textValue();
        assertThat(api.patch(
                                FORMS + "/" + form,
                                "{\"funnelSteps\":[{\"type\":\"upsell\",\"config\":{\"pageId\":\"" + form + "\"}}]}")
                        .problems())
                .containsExactly("funnelSteps[0].config.pageId");
    }

    @Test
    void an_upsell_elsewhere_tells_of_the_purchase_and_is_sent_back_as_it_is_read() {
        JsonNode page = create("{\"name\":\"A\",\"funnelSteps\":[{\"type\":\"upsell\",\"config\":{\"redirect\":{"
                + "\"url\":\"https://shop.example/x\",\"path\":[{\"key\":\"fields\",\"fieldKey\":\"customer_name\"}],"
                + "\"query\":[{\"parameter\":\"o\",\"key\":\"orderId\",\"identifier\":\"orderId\"}]}}},"
                + "{\"type\":\"confirmation\"}]}");
        JsonNode redirect = page.at("/funnelSteps/0/config/redirect");
        assertThat(redirect.at("/path/0/identifier")).isEqualTo(page.at("/fields/0/id"));
        assertThat(redirect.at("/query/0/parameter").textValue()).isEqualTo("o");
        assertThat(change(page, "{\"funnelSteps\":" + page.get("funnelSteps") + "}"))
                .isEqualTo(page);
        String field = FORMS + "/" + page.get("id").textValue() + "/fields/"
                + page.at("/fields/0/id").textValue();
        api.send("DELETE", field, Map.of()).expect(200);
        JsonNode mended = api.get(FORMS + "/" + page.get("id").textValue())
                .expect(200)
                .json()
                .get("data");
        assertThat(mended.at("/funnelSteps/0/config/redirect/path")).isEmpty();
        assertThat(mended.at("/funnelSteps/0/config/redirect/query")).hasSize(1);
    }

    @Test
    void test_mode_says_since_when() {
        JsonNode page = create("{\"name\":\"A\",\"testmode\":true}");
        assertThat(page.get("testmodeEnabledAt")).isEqualTo(page.get("createdAt"));
        JsonNode still = change(page, "{\"testmode\":true,\"title\":\"T\"}");
        assertThat(still.get("testmodeEnabledAt")).isEqualTo(page.get("createdAt"));
        assertThat(api.get(FORMS + "?testmode=true").total()).isEqualTo(1);
        assertThat(change(page, "{\"testmode\":false}").get("testmodeEnabledAt").isNull())
                .isTrue();
        JsonNode again = change(page, "{\"testmode\":true}");
        assertThat(again.get("testmodeEnabledAt")).isEqualTo(again.get("updatedAt"));
        assertThat(api.get(FORMS + "?testmode=false").total()).isZero();
    }

    @Test
    void text_becomes_a_paragraph_and_markup_stays_as_it_is() {
        JsonNode page = create("{\"name\":\"A\",\"description\":\"1 < 2\\n& more\"}");
        assertThat(page.get("description").textValue()).isEqualTo("1 < 2\n& more");
        assertThat(page.get("descriptionHtml").textValue()).isEqualTo("<p>1 &lt; 2<br>&amp; more</p>");
        String markup = "<h1 onclick=\\\"x()\\\">Hi</h1><script>y()</script>";
        JsonNode changed = change(page, "{\"description\":\"" + markup + "\"}");
        assertThat(changed.get("description").textValue()).isEqualTo(markup.replace("\\", ""));
        assertThat(changed.get("descriptionHtml")).isEqualTo(changed.get("description"));
        assertThat(change(page, "{\"description\":null}").get("descriptionHtml").isNull())
                .isTrue();
    }

    @Test
    void a_page_may_have_much_html() {
        String html = "<p>" + "x".repeat(90_000) + "</p>";
        JsonNode page = create("{\"name\":\"A\",\"description\":\"" + html + "\"}");
        assertThat(page.get("descriptionHtml").textValue()).isEqualTo(html);
    }

    @Test
    void rules_look_at_the_page_as_it_would_be() {
        JsonNode page = create(
                "{\"name\":\"A\",\"afterPaymentAction\":\"redirect\"," + "\"redirectUrl\":\"https://a.example/\"}");
        String path = FORMS + "/" + page.get("id").textValue();
        assertThat(api.patch(path, "{\"redirectUrl\":null}").problems()).containsExactly("redirectUrl");
        assertThat(change(page, "{\"afterPaymentAction\":\"confirmation\",\"redirectUrl\":null}")
                        .get("redirectUrl")
                        .isNull())
                .isTrue();
        JsonNode images = change(page, "{\"imageIds\":[\"" + image() + "\",\"" + image() + "\"]}");
        assertThat(images.get("images").size()).isEqualTo(2);
        assertThat(images.at("/images/0/name").textValue()).isEqualTo("sample of name");
        assertThat(images.at("/images/0/url").textValue()).isEqualTo("sample of location");
        assertThat(change(page, "{\"imageIds\":[]}").get("images").isEmpty()).isTrue();
        String goods = seller.create(Files.RESOURCE, true, file -> file.put("purpose", "file"))
                .get("id")
                .textValue();
        assertThat(api.patch(path, "{\"imageIds\":[\"" + goods + "\"]}").problems())
                .containsExactly("imageIds[0]");
        assertThat(api.send(
                                "PATCH",
                                FORMS + "/" + UNKNOWN,
                                Map.of("Content-Type", "application/json"),
                                "{\"title\":\"T\"}")
                        .status())
                .isEqualTo(404);
    }

    @Test
    void the_trail_tells_what_was_changed() {
        JsonNode page = create("{\"name\":\"A\"}");
        change(page, "{\"title\":\"New\"}");
        String changes = "/v1/audit-log?route=" + TestApi.encoded("PATCH /v1/forms/{pageId}");
        JsonNode entries = api.get(changes).expect(200).json().get("data");
        assertThat(entries.findValuesAsText("field")).containsExactly("title");
        assertThat(entries.findValuesAsText("after")).containsExactly("New");
    }
}
