package io.tollgate.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.catalog.file.Files;
import io.tollgate.sales.invoice.Invoices;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestApi.Reply;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import java.net.URI;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Requests and responses that a widely used client of the interface relies on. */
class PublicClientTest {
    private static final String PAGES = "/v1/checkout-pages";
    private static final String EVENTS = "/v1/events";
    private static final String FORMS = "/v1/forms";
    private static final String CHOSEN = "0123456789abcdef01234567";

    private final TestSeller seller = TestGateway.shared().seller();
    private final TestApi api = seller.live();

    private JsonNode create(String path, String json) {
        return api.post(path, json.replace('\'', '"')).expect(201).json().get("data");
    }

    private JsonNode change(String path, String json) {
        return api.patch(path, json.replace('\'', '"')).expect(200).json().get("data");
    }

    private static String id(JsonNode record) {
        return record.get("id").textValue();
    }

    @ParameterizedTest
    @CsvSource({PAGES, FORMS})
    void confirmationStepLeadsElsewhere(String path) {
        String next = id(create(FORMS, "{'name':'Next'}"));
        String page = path + "/" + id(create(path, "{'name':'First'}"));
        JsonNode step = change(
                        page,
                        "{'funnelSteps':[{'type':'confirmation','config':{'action':'redirect',"
                                + "'redirectUrl':'https://shop.example/thanks'}}]}")
                .at("/funnelSteps/0");
        assertThat(step.at("/config/action").textValue()).isEqualTo("redirect");
        assertThat(step.at("/config/redirectUrl").textValue()).isEqualTo("https://shop.example/thanks");
        assertThat(step.get("enabled").booleanValue()).isTrue();
        step = change(
                        page,
                        "{'funnelSteps':[{'type':'confirmation','config':{'action':'checkout','redirectPageId':'" + next
                                + "'}}]}")
                .at("/funnelSteps/0");
        assertThat(step.at("/config/action").textValue()).isEqualTo("checkout");
        assertThat(step.at("/config/redirectPageId").textValue()).isEqualTo(next);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{'action':'redirect'}|funnelSteps[0].config.redirectUrl",
                "{'action':'redirect','redirectUrl':'ftp://x.example'}|funnelSteps[0].config.redirectUrl",
                "{'action':'checkout'}|funnelSteps[0].config.redirectPageId",
                "{'action':'checkout','redirectPageId':'000000000000000000000000'}"
                        + "|funnelSteps[0].config.redirectPageId",
                "{'action':'confirmation','redirectUrl':'https://x.example'}|funnelSteps[0].config.redirectUrl",
                "{'redirectPageId':'000000000000000000000000'}|funnelSteps[0].config.redirectPageId",
                "{'action':'redirect','redirectUrl':'https://x.example','redirectUrlQuery':[{'key':'orderId'}]}"
                        + "|funnelSteps[0].config.redirectUrlQuery[0].identifier",
            })
    void confirmationStepNeedsWhatItsActionNeeds(String config, String problem) {
        String step = "{'name':'A','funnelSteps':[{'type':'confirmation','config':" + config + "}]}";
        assertThat(api.post(FORMS, step.replace('\'', '"')).expect(400).problems())
                .containsExactly(problem);
    }

    @Test
    void paymentOptionsComeBackAsTheFullSet() {
        String options = "'paymentOptions':[{'type':'manual','manualType':'invoice','name':'Pay later'}]}";
        JsonNode page = create(PAGES, "{'name':'A'," + options);
        assertFullSet(page.get("paymentOptions"));
        assertFullSet(create(EVENTS, "{'name':'A'," + options).get("paymentOptions"));
        String path = PAGES + "/" + id(page);
        String read = page.get("paymentOptions").toString();
        assertThat(change(path, "{'paymentOptions':" + read + "}")
                        .get("paymentOptions")
                        .toString())
                .isEqualTo(read);
        assertFullSet(change(path, "{" + options).get("paymentOptions"));
    }

    private static void assertFullSet(JsonNode options) {
        assertThat(options.findValuesAsText("type")).containsExactly("manual", "full", "partial", "manual");
        assertThat(options.findValuesAsText("manualType"))
                .containsExactly("invoice", "null", "null", "cash_on_delivery");
        assertThat(options.findValuesAsText("enabled")).containsExactly("true", "false", "false", "false");
        assertThat(options.at("/0/name").textValue()).isEqualTo("Pay later");
        assertThat(options.findValuesAsText("name")).doesNotContain("", "null");
    }

    @Test
    void pricesKeepTheirIdsAndTheirDefault() {
        String other = "0123456789abcdef01234568";
        JsonNode product = create(
                        PAGES,
                        "{'name':'A','productData':{'prices':[{'id':'" + CHOSEN + "','amount':500},{'id':'" + other
                                + "','amount':900,'isDefault':true}]}}")
                .get("product");
        assertThat(product.get("prices").findValuesAsText("id")).containsExactly(CHOSEN, other);
        assertThat(product.get("defaultPriceId").textValue()).isEqualTo(other);
        assertThat(product.get("prices").findValuesAsText("isDefault")).containsExactly("false", "true");
        String path = "/v1/products/" + id(product);
        String third = "0123456789abcdef01234569";
        product = change(
                path,
                "{'prices':[{'id':'" + CHOSEN + "','isDefault':true},{'id':'" + other + "','isDefault':false},"
                        + "{'id':'" + third + "','amount':700}]}");
        assertThat(product.get("prices").findValuesAsText("id")).containsExactly(CHOSEN, other, third);
        assertThat(product.get("defaultPriceId").textValue()).isEqualTo(CHOSEN);
        String two = "{'prices':[{'id':'" + CHOSEN + "','isDefault':true},{'id':'" + other + "','isDefault':true}]}";
        assertThat(api.patch(path, two.replace('\'', '"')).expect(400).problems())
                .containsExactly("prices[1].isDefault");
        String twice = "{'prices':[{'id':'" + CHOSEN + "'},{'id':'" + CHOSEN + "'}]}";
        assertThat(api.patch(path, twice.replace('\'', '"')).expect(400).problems())
                .contains("prices[1].id");
        String single = create(PAGES, "{'name':'B','productData':{'price':{'id':'" + CHOSEN + "','amount':500}}}")
                .at("/product/defaultPriceId")
                .textValue();
        assertThat(single).isEqualTo(CHOSEN);
    }

    @Test
    void preselectNamesATypeOfAnotherGroup() {
        JsonNode event = create(
                EVENTS,
                "{'name':'A','ticketGroups':[{'name':'One','preselect':{'enabled':true,'ticketTypeId':'vip',"
                        + "'quantity':2},'ticketTypes':[{'name':'Standard'}]},"
                        + "{'name':'Two','ticketTypes':[{'name':'VIP','key':'vip'},{'name':'Late'}]}]}");
        String vip = event.at("/ticketGroups/1/ticketTypes/0/id").textValue();
        assertThat(event.at("/ticketGroups/0/preselect/ticketTypeId").textValue())
                .isEqualTo(vip);
        String base = EVENTS + "/" + id(event) + "/ticket-groups/";
        String first = base + id(event.at("/ticketGroups/0"));
        String second = base + id(event.at("/ticketGroups/1"));
        String late = event.at("/ticketGroups/1/ticketTypes/1/id").textValue();
        assertThat(change(first, "{'preselect':{'ticketTypeId':'" + late + "'}}")
                        .at("/preselect/ticketTypeId")
                        .textValue())
                .isEqualTo(late);
        String move = "{'ticketGroupId':'" + id(event.at("/ticketGroups/0")) + "'}";
        change(second + "/ticket-types/" + late, move);
        assertThat(api.get(first).json().at("/data/preselect/ticketTypeId").textValue())
                .isEqualTo(late);
    }

    @Test
    void saleDatesAreStoredAlthoughATriggerIsSet() {
        JsonNode event = create(
                EVENTS,
                "{'name':'A','ticketGroups':[{'name':'One','ticketTypes':[{'name':'Early','key':'early'},"
                        + "{'name':'Late','availabilityBehavior':'after_ticket_sold_out','triggerTicketTypeId':'early',"
                        + "'saleStartOn':'2031-03-01T00:00:00Z','saleEndOn':'2031-04-01T00:00:00Z'}]}]}");
        JsonNode late = event.at("/ticketGroups/0/ticketTypes/1");
        assertThat(late.get("saleEndOn").textValue()).isEqualTo("2031-04-01T00:00:00.000Z");
        assertThat(late.get("availabilityStatus").textValue()).isEqualTo("unavailable");
        String path = EVENTS + "/" + id(event) + "/ticket-groups/" + id(event.at("/ticketGroups/0")) + "/ticket-types/"
                + id(late);
        JsonNode dated = change(path, "{'availabilityBehavior':'date_time_based'}");
        assertThat(dated.get("saleStartOn").textValue()).isEqualTo("2031-03-01T00:00:00.000Z");
        assertThat(dated.get("triggerTicketTypeId").isNull()).isTrue();
    }

    @Test
    void nullForLayoutAndLocaleRestoresTheDefault() {
        api.patch("/v1/account", "{\"defaultLocale\":\"de-DE\"}");
        JsonNode plain = create(EVENTS, "{'name':'Plain'}");
        JsonNode event = create(
                EVENTS,
                "{'name':'A','locale':null,'ticketGroups':[{'name':'One','layout':null,"
                        + "'ticketTypes':[{'name':'T'}]}]}");
        assertThat(event.get("locale")).isEqualTo(plain.get("locale"));
        JsonNode layout = plain.at("/ticketGroups/0/layout");
        assertThat(layout.isObject()).isTrue();
        assertThat(event.at("/ticketGroups/0/layout")).isEqualTo(layout);
        String path = EVENTS + "/" + id(event);
        String group = path + "/ticket-groups/" + id(event.at("/ticketGroups/0"));
        change(group, "{'layout':{'type':'grid','columns':3}}");
        assertThat(change(group, "{'layout':null}").get("layout")).isEqualTo(layout);
        change(path, "{'locale':'fr-FR'}");
        assertThat(change(path, "{'locale':null}").get("locale")).isEqualTo(plain.get("locale"));
        String variants =
                "{'name':'A','productData':{'variants':[{'name':'Size','layout':%s,'options':[{'name':'S'}]}]}}";
        JsonNode usual = create(PAGES, variants.formatted("{}")).at("/product/variants/0/layout");
        JsonNode product = create(PAGES, variants.formatted("null")).get("product");
        assertThat(product.at("/variants/0/layout")).isEqualTo(usual);
        String variant = "{'variants':[{'id':'" + id(product.at("/variants/0")) + "','name':'Size','layout':%s,"
                + "'options':[{'id':'" + id(product.at("/variants/0/options/0")) + "','name':'S'}]}]}";
        change("/v1/products/" + id(product), variant.formatted("{'variantOptionLayout':'grid'}"));
        assertThat(change("/v1/products/" + id(product), variant.formatted("null"))
                        .at("/variants/0/layout"))
                .isEqualTo(usual);
    }

    @Test
    void redirectValuesMayLackAParameter() {
        JsonNode page = create(
                FORMS,
                "{'name':'A','redirectUrlQuery':[{'key':'orderId','identifier':'orderId'},"
                        + "{'parameter':'mail','key':'customer','identifier':'email'}]}");
        assertThat(page.get("redirectUrlQuery").findValuesAsText("parameter")).containsExactly("null", "mail");
    }

    @Test
    void downloadOfAnImageIsRefused() {
        String image = id(seller.create(Files.RESOURCE, true, file -> file.put("purpose", "image")));
        Reply refused = api.get("/v1/files/" + image + "/download").expect(400);
        assertThat(refused.problems()).containsExactly("fileId");
        String file = id(seller.create(Files.RESOURCE, true, each -> each.put("purpose", "file")));
        api.get("/v1/files/" + file + "/download").expect(200);
    }

    @Test
    void logicOfAnOrderBumpIsEnabledStepByStep() {
        String bump = id(create("/v1/products", "{'role':'orderbump','title':'Card','price':{'amount':100}}"));
        JsonNode page = create(PAGES, "{'name':'A'}");
        String base = PAGES + "/" + id(page) + "/order-bumps";
        create(base, "{'productId':'" + bump + "','showHideLogic':{'enabled':true}}");
        String one = base + "/" + bump;
        JsonNode logic = change(one, "{'showHideLogic':{'enabled':true,'subject':'price'}}")
                .get("showHideLogic");
        assertThat(logic.get("enabled").booleanValue()).isTrue();
        String price = page.at("/product/defaultPriceId").textValue();
        logic = change(
                        one,
                        "{'showHideLogic':{'enabled':true,'subject':'price','comparison':'is','priceId':'" + price
                                + "'}}")
                .get("showHideLogic");
        assertThat(logic.get("priceId").textValue()).isEqualTo(price);
    }

    @Test
    void regenerationGivesAnotherLink() {
        JsonNode invoice = seller.create(Invoices.RESOURCE, true, each -> each.put("status", "open"));
        TestApi anonymous = TestGateway.shared().api(null);
        String one = "/v1/invoices/" + id(invoice);
        String read = api.get(one).json().at("/data/invoiceUrl").textValue();
        List<String> links = List.of(
                read,
                api.post(one + "/regenerate", "{}")
                        .expect(200)
                        .json()
                        .at("/data/invoiceUrl")
                        .textValue(),
                api.post(one + "/regenerate", "{}")
                        .expect(200)
                        .json()
                        .at("/data/invoiceUrl")
                        .textValue());
        assertThat(links).doesNotHaveDuplicates();
        for (String link : links) {
            String path = URI.create(link).getPath() + "?" + URI.create(link).getQuery();
            anonymous.get(path).expect(200);
        }
        String forged = URI.create(links.get(1)).getQuery().replaceFirst("nonce=.", "nonce=x");
        anonymous.get(URI.create(links.get(1)).getPath() + "?" + forged).expect(403);
    }

    @Test
    void messagesSayWhatTheClientExpects() {
        assertThat(message(FORMS, "{'name':'A','slug':'Big'}")).contains("Slug needs to be lowercase");
        JsonNode event =
                create(EVENTS, "{'name':'A','ticketGroups':[{'name':'G','ticketTypes':[{'name':'T','price':500}]}]}");
        String booking = "{'eventId':'" + id(event) + "','tickets':{'"
                + id(event.at("/ticketGroups/0/ticketTypes/0")) + "':1},'fields':["
                + "{'reference':'customer_name','value':'A'},{'reference':'customer_email','value':'a@b.example'}]";
        String either = "either paymentOption or complimentary";
        assertThat(message("/v1/bookings", booking + "}")).contains(either);
        assertThat(message("/v1/bookings", booking + ",'complimentary':true,'paymentOption':{'manualType':'invoice'}}"))
                .contains(either);
        assertThat(message("/v1/bookings", booking + ",'complimentary':true,'couponId':'" + CHOSEN + "'}"))
                .contains("coupon cannot be applied to a complimentary booking");
    }

    private String message(String path, String body) {
        return api.post(path, body.replace('\'', '"'))
                .expect(400)
                .json()
                .get("message")
                .textValue();
    }
}
