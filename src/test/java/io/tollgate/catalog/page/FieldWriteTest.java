package io.tollgate.catalog.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestApi.Reply;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Fields of pages, tested on forms. */
class FieldWriteTest {
    private static final String UNKNOWN = "0".repeat(24);

    private final TestSeller seller = TestGateway.shared().seller();
    private final TestApi api = seller.live();
    private final String page = "/v1/forms/"
            + api.post("/v1/forms", "{\"name\":\"A\"}")
                    .expect(201)
                    .json()
                    .at("/data/id")
                    .textValue();
    private final String path = page + "/fields";

    private JsonNode add(String json) {
        return api.post(path, json.replace('\'', '"')).expect(201).json().get("data");
    }

    private String at(JsonNode field) {
        return path + "/" + field.get("id").textValue();
    }

    private JsonNode change(JsonNode field, String json) {
        return api.patch(at(field), json.replace('\'', '"')).expect(200).json().get("data");
    }

    private JsonNode fields() {
        return api.get(path).expect(200).json().get("data");
    }

    private Reply delete(JsonNode field) {
        return api.send("DELETE", at(field), Map.of());
    }

    @Test
    void need_a_key_of_the_seller_and_a_page_and_a_field() {
        TestApi nobody = TestGateway.shared().api(null);
        TestApi stranger = TestGateway.shared().seller().live();
        String field = path + "/" + fields().at("/0/id").textValue();
        String body = "{\"label\":\"A\"}";
        nobody.get(path).expect(401);
        nobody.post(path, body).expect(401);
        nobody.patch(field, body).expect(401);
        nobody.send("DELETE", field, Map.of()).expect(401);
        String unknown = "/v1/forms/" + UNKNOWN + "/fields";
        assertThat(stranger.get(path).fingerprint())
                .isEqualTo(stranger.get(unknown).fingerprint());
        assertThat(stranger.get(field).fingerprint())
                .isEqualTo(stranger.get(unknown + "/" + UNKNOWN).fingerprint());
        stranger.post(path, body).expect(404);
        stranger.patch(field, body).expect(404);
        stranger.send("DELETE", field, Map.of()).expect(404);
        api.get(path + "/" + UNKNOWN).expect(404);
        api.patch(path + "/" + UNKNOWN, body).expect(404);
        api.send("DELETE", path + "/" + UNKNOWN, Map.of()).expect(404);
        api.get(page.replace("forms", "events") + "/fields").expect(404);
        assertThat(api.get("/v1/forms/x/fields/y?limit=1").problems()).containsExactly("pageId", "fieldId", "limit");
        assertThat(api.patch("/v1/forms/x/fields/y?livemode=true", body).problems())
                .containsExactly("pageId", "fieldId", "livemode");
        seller.test().get(path).expect(200);
        assertThat(fields().size()).isEqualTo(2);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{}|label",
                "{'label':''}|label",
                "{'label':'A','element':'radio'}|element",
                "{'label':'A','type':'zip'}|type",
                "{'label':'A','order':-1}|order",
                "{'label':'A','id':'000000000000000000000000'}|id",
                "{'label':'A','element':'select'}|options",
                "{'label':'A','options':[{'label':'B'}]}|options",
                "{'label':'A','element':'select','options':[{'value':'B'}]}|options[0].label",
                "{'label':'A','element':'select','options':[{'label':'B'},{'label':'B'}]}|options[1].value",
                "{'label':'A','reference':'customer_email'}|reference",
                "{'label':'A','defaultCountry':'usa'}|defaultCountry",
                "{'label':'A','defaultCountry':'XX'}|defaultCountry",
                "{'label':'A','limitAllowedCountries':{'enabled':true}}|limitAllowedCountries.countries",
                "{'label':'A','limitBillingCountries':{'countries':['ZZ']}}|limitBillingCountries.countries",
                "{'label':'A','element':'number','minValue':{'enabled':true,'value':'x'}}|minValue.value",
                "{'label':'A','element':'number','minValue':{'enabled':true,'value':'1e1'}}|minValue.value",
                "{'label':'A','element':'number','minValue':{'enabled':true,'value':'2'},"
                        + "'maxValue':{'enabled':true,'value':'1'}}|minValue.value",
                "{'label':'A','element':'select','options':[{'label':'B'}],"
                        + "'defaultValue':{'enabled':true,'value':'C'}}|defaultValue.value",
                "{'label':'A','showHideLogic':{'enabled':true}}|showHideLogic.element.elementId",
                "{'label':'A','showHideLogic':{'comparison':'contains'}}|showHideLogic.comparison",
                "{'label':'A','showHideLogic':{'element':{'elementId':'none'}}}|showHideLogic.element.elementId",
                "{'label':'A','showHideLogic':{'enabled':true,'value':'A','element':{'elementId':'customer_name'}}}"
                        + "|showHideLogic.element.elementId,showHideLogic.value"
            })
    void what_is_wrong_is_named_by_its_path(String json, String params) {
        JsonNode before = fields();
        assertThat(api.post(path, json.replace('\'', '"')).problems()).containsExactlyInAnyOrder(params.split(","));
        assertThat(fields()).isEqualTo(before);
    }

    @Test
    void every_setting_is_found_again() {
        String sent = ("{'label':'Size','description':'Which?','placeholder':'','element':'multi-select','type':'',"
                        + "'options':[{'label':'Small','value':'s'},{'label':'Tall','value':'t'}],"
                        + "'required':true,'order':7,'reference':'size',"
                        + "'hidden':true,'defaultValue':{'enabled':true,'value':'s'},"
                        + "'minValue':{'enabled':true,'value':'1'},'maxValue':{'enabled':true,'value':'2'},"
                        + "'limitAllowedCountries':{'enabled':true,'countries':['NL']},'showSelectedDialCode':true,"
                        + "'collect':'billing_and_shipping','collectShippingPhone':true,"
                        + "'limitShippingCountries':{'enabled':true,'countries':['DE','FR']},"
                        + "'limitBillingCountries':{'enabled':true,'countries':['BE']},'defaultCountry':'NL'}")
                .replace('\'', '"');
        JsonNode made = add(sent);
        JsonNode read = api.get(at(made)).expect(200).json().get("data");
        assertThat(read).isEqualTo(made).isEqualTo(fields().get(2));
        JsonNode asked = Templates.of(sent);
        asked.properties().forEach(setting -> {
            if (!setting.getKey().equals("options")) {
                assertThat(read.get(setting.getKey())).as(setting.getKey()).isEqualTo(setting.getValue());
            }
        });
        assertThat(read.at("/options/0/value").textValue()).isEqualTo("s");
        JsonNode logic = add("{'label':'Why?','showHideLogic':{'enabled':true,'comparison':'is','value':'b',"
                + "'element':{'elementId':'%s','elementTitle':'Mine'}}}"
                        .formatted(add("{'label':'C','element':'select','options':[{'label':'b'}]}")
                                .get("id")
                                .textValue()));
        JsonNode trigger = fields().get(2);
        assertThat(logic.at("/showHideLogic/value")).isEqualTo(trigger.at("/options/0/id"));
        assertThat(logic.at("/showHideLogic/element/elementId")).isEqualTo(trigger.get("id"));
        assertThat(logic.at("/showHideLogic/element/elementTitle").textValue()).isEqualTo("Mine");
        assertThat(logic.at("/showHideLogic/element/elementType").textValue()).isEqualTo("field");
    }

    @Test
    void a_change_keeps_clears_and_merges() {
        JsonNode made =
                add("{'label':'Size','description':'D','element':'select','options':[{'label':'S'},{'label':'M'}]}");
        JsonNode changed = change(
                made,
                "{'description':null,'required':true,'options':[{'id':'"
                        + made.at("/options/1/id").textValue() + "','label':'Medium'},{'label':'S'},{'label':'L'}]}");
        assertThat(changed.get("description").isNull()).isTrue();
        assertThat(changed.get("label").textValue()).isEqualTo("Size");
        assertThat(changed.get("reference").textValue()).isEqualTo("size");
        assertThat(changed.at("/options/0/id")).isEqualTo(made.at("/options/1/id"));
        assertThat(changed.at("/options/1/id")).isEqualTo(made.at("/options/0/id"));
        assertThat(changed.get("updatedAt").textValue())
                .isGreaterThanOrEqualTo(made.get("updatedAt").textValue());
        assertThat(change(made, "{'element':'text'}").get("options").isEmpty()).isTrue();
        assertThat(api.patch(at(made), "{}").problems()).containsExactly("body");
        assertThat(api.patch(at(made), "{\"key\":\"a\",\"options\":[{\"label\":\"A\",\"key\":\"b\"}]}")
                        .problems())
                .containsExactlyInAnyOrder("key", "options[0].key");
    }

    @Test
    void references_are_made_and_unique() {
        assertThat(add("{'label':'Größe'}").get("reference").textValue()).isEqualTo("grosse");
        assertThat(add("{'label':'Größe'}").get("reference").textValue()).isEqualTo("grosse_2");
        assertThat(add("{'label':'写真'}").get("reference").textValue()).isEqualTo("text");
        JsonNode second = add("{'label':'Other','element':'email','type':'email'}");
        assertThat(second.get("reference").textValue()).isEqualTo("customer_email_2");
        assertThat(api.patch(at(second), "{\"reference\":\"grosse\"}").problems())
                .containsExactly("reference");
        assertThat(change(second, "{'reference':'other'}").get("reference").textValue())
                .isEqualTo("other");
    }

    @Test
    void what_depends_on_a_deleted_field_is_switched_off() {
        JsonNode trigger = add("{'label':'Gift?','element':'checkbox'}");
        JsonNode waiting = add("{'label':'To whom?','showHideLogic':{'enabled':true,'value':'TRUE',"
                + "'element':{'elementId':'gift'}}}");
        assertThat(api.patch(
                                at(trigger),
                                ("{'showHideLogic':{'enabled':true,'value':'x','element':{'elementId':'"
                                                + waiting.get("id").textValue() + "'}}}")
                                        .replace('\'', '"'))
                        .problems())
                .contains("showHideLogic.element.elementId");
        api.patch(
                        page,
                        ("{'redirectUrlPath':[{'key':'fields','fieldId':'"
                                        + trigger.get("id").textValue()
                                        + "'},{'key':'orderId','identifier':'orderId'}]}")
                                .replace('\'', '"'))
                .expect(200);
        Reply gone = delete(trigger).expect(200);
        assertThat(gone.json().at("/data/success").booleanValue()).isTrue();
        assertThat(gone.json().at("/data/message").textValue()).isEqualTo("Field deleted");
        delete(trigger).expect(404);
        JsonNode left = api.get(at(waiting)).expect(200).json().get("data");
        assertThat(left.at("/showHideLogic/enabled").booleanValue()).isFalse();
        assertThat(left.at("/showHideLogic/element/elementId").isNull()).isTrue();
        JsonNode form = api.get(page).expect(200).json().get("data");
        assertThat(form.get("redirectUrlPath").size()).isEqualTo(1);
    }

    @Test
    void a_page_keeps_a_required_field_for_the_email_address() {
        JsonNode email = fields().get(1);
        assertThat(delete(email).expect(409).json().get("code").textValue()).isEqualTo("email_field_needed");
        api.patch(at(email), "{\"required\":false}").expect(409);
        JsonNode other = add("{'label':'Mail','element':'email','type':'email','required':true}");
        delete(email).expect(200);
        delete(other).expect(409);
        delete(fields().get(0)).expect(200);
    }

    @Test
    void a_retry_adds_one_field_and_a_change_of_what_has_changed_is_refused() {
        Map<String, String> headers = Map.of("Content-Type", "application/json", "Idempotency-Key", "one");
        Reply first = api.send("POST", path, headers, "{\"label\":\"A\"}").expect(201);
        Reply again = api.send("POST", path, headers, "{\"label\":\"A\"}").expect(201);
        assertThat(again.body()).isEqualTo(first.body());
        assertThat(fields().size()).isEqualTo(3);
        JsonNode field = first.json().get("data");
        Reply read = api.get(at(field)).expect(200);
        assertThat(read.header("ETag")).isEqualTo(first.header("ETag"));
        Map<String, String> ifMatch =
                Map.of("Content-Type", "application/json", "If-Match", String.valueOf(first.header("ETag")));
        Reply changed =
                api.send("PATCH", at(field), ifMatch, "{\"label\":\"B\"}").expect(200);
        assertThat(changed.header("ETag")).isNotEqualTo(first.header("ETag"));
        api.send("PATCH", at(field), ifMatch, "{\"label\":\"C\"}").expect(412);
        String changes = "/v1/audit-log?route=" + TestApi.encoded("PATCH /v1/forms/{pageId}/fields/{fieldId}");
        JsonNode entries = api.get(changes).expect(200).json().get("data");
        assertThat(entries.size()).isEqualTo(1);
        assertThat(entries.at("/0/changes/0/field").textValue()).isEqualTo("fields");
    }

    private JsonNode created(String json) {
        return api.post("/v1/forms", json).expect(201).json().get("data");
    }

    @Test
    void new_pages_add_fields_to_name_and_email() {
        JsonNode made = created("""
                { "name": "B", "fields": [
                    { "label": "Phone", "element": "phone", "type": "phone", "key": "p" },
                    { "label": "Kind", "element": "select", "key": "k", "options": [ { "label": "X", "key": "x" } ] },
                    { "label": "Why X?", "showHideLogic": { "enabled": true, "comparison": "is", "value": "x",
                        "element": { "elementType": "field", "elementId": "k" } } } ],
                  "redirectUrlQuery": [ { "parameter": "tel", "key": "fields", "fieldKey": "p" } ] }
                """);
        assertThat(made.get("fields").size()).isEqualTo(5);
        assertThat(made.at("/fields/2/reference").textValue()).isEqualTo("phone");
        assertThat(made.at("/fields/4/showHideLogic/element/elementId")).isEqualTo(made.at("/fields/3/id"));
        assertThat(made.at("/fields/4/showHideLogic/value")).isEqualTo(made.at("/fields/3/options/0/id"));
        assertThat(made.at("/redirectUrlQuery/0/identifier")).isEqualTo(made.at("/fields/2/id"));
    }

    @Test
    void a_field_that_asks_for_the_same_stands_in_the_place_of_the_default() {
        JsonNode own = created("""
                        { "name": "B", "fields": [
                            { "label": "Your mail", "element": "email", "type": "email", "required": true },
                            { "label": "Your name", "type": "name" } ] }
                        """).get("fields");
        assertThat(own.size()).isEqualTo(2);
        assertThat(own.at("/0/reference").textValue()).isEqualTo("customer_email");
        assertThat(own.at("/1/label").textValue()).isEqualTo("Your name");
        Reply wrong = api.post("/v1/forms", """
                { "name": "B", "fields": [
                    { "label": "A", "key": "k", "reference": "r" },
                    { "label": "B", "key": "k", "reference": "r", "element": "select" } ] }
                """);
        assertThat(wrong.problems())
                .containsExactlyInAnyOrder("fields[1].key", "fields[1].reference", "fields[1].options");
    }
}
