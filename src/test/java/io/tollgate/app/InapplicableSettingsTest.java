package io.tollgate.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestApi.Reply;
import io.tollgate.support.TestGateway;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A setting that does not apply is rejected unless its value is false, 0, null, or empty. */
class InapplicableSettingsTest {
    private final TestApi api = TestGateway.shared().seller().live();

    private Reply create(String kind, String json) {
        return api.post("/v1/" + kind, json.replace('\'', '"'));
    }

    /** The body contains VALUE in place of the setting. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "checkout-pages|{'fees':[{'name':'F','amount':1,'multiplyByTickets':VALUE}]}"
                        + "|false|true|fees[0].multiplyByTickets",
                "events|{'fees':[{'name':'F','amount':1,'multiplyByQuantity':VALUE}]}"
                        + "|false|true|fees[0].multiplyByQuantity",
                "checkout-pages|{'paymentOptions':[{'type':'full','name':'F','partialAmount':VALUE}]}"
                        + "|0|5|paymentOptions[0].partialAmount",
                "checkout-pages|{'paymentOptions':[{'type':'full','name':'F','manualType':VALUE}]}"
                        + "|null|'invoice'|paymentOptions[0].manualType",
                "forms|{'funnelSteps':[{'type':'upsell','config':{'redirect':{'url':'https://a.example'},"
                        + "'customizeCheckoutConfirmation':VALUE}}]}"
                        + "|false|true|funnelSteps[0].config.customizeCheckoutConfirmation",
                "forms|{'funnelSteps':[{'type':'confirmation','config':{'redirect':{'url':VALUE,'path':[]}}}]}"
                        + "|null|'https://a.example'|funnelSteps[0].config.redirect",
                "forms|{'funnelSteps':[{'type':'confirmation','config':{'pageId':VALUE}}]}"
                        + "|null|'000000000000000000000000'|funnelSteps[0].config.pageId",
                "forms|{'redirectUrlPath':[{'key':'orderId','identifier':'orderId','fieldKey':VALUE}]}"
                        + "|null|'customer_name'|redirectUrlPath[0].fieldKey",
                "forms|{'redirectUrlPath':[{'key':'fields','fieldKey':'customer_name','identifier':VALUE}]}"
                        + "|null|'x'|redirectUrlPath[0].identifier",
                "forms|{'fields':[{'label':'L','options':VALUE}]}|[]|[{'label':'O'}]|fields[0].options",
                "checkout-pages|{'productData':{'price':{'amount':500,'pwywSuggestedPrice':VALUE}}}"
                        + "|0|400|productData.price.pwywSuggestedPrice",
                "checkout-pages|{'productData':{'price':{'recurring':{'interval':'day','intervalCount':1,"
                        + "'startDate':'2031-01-01T00:00:00Z','trialPeriodDays':VALUE}}}}"
                        + "|0|7|productData.price.recurring.trialPeriodDays",
                "checkout-pages|{'productData':{'price':{'setupFeeMultipliesWithQuantity':VALUE,"
                        + "'recurring':{'interval':'day','intervalCount':1}}}}"
                        + "|false|true|productData.price.setupFeeMultipliesWithQuantity",
                "checkout-pages|{'productData':{'price':{'payWhatYouWant':VALUE,"
                        + "'recurring':{'interval':'day','intervalCount':1}}}}"
                        + "|false|true|productData.price.payWhatYouWant",
                "checkout-pages|{'productData':{'variants':[{'name':'V','options':[{'name':'O','stock':VALUE}]}]}}"
                        + "|0|3|productData.variants[0].options[0].stock",
                "checkout-pages|{'productData':{'variants':[{'name':'V','options':[{'name':'O',"
                        + "'additionalChargeAmount':5,'pwywSuggestedPrice':VALUE}]}]}}"
                        + "|0|3|productData.variants[0].options[0].pwywSuggestedPrice",
                "checkout-pages|{'productData':{'discounts':[{'quantityCondition':'checkout_quantity',"
                        + "'percentOff':10,'amountOff':VALUE}]}}|0|5|productData.discounts[0].percentOff",
                "checkout-pages|{'productData':{'limitSubscriptions':{'enabled':true}},"
                        + "'limitSubscriptions':{'enabled':VALUE}}|false|true|limitSubscriptions",
                "checkout-pages|{'productData':{'enableFileAccessForInactiveSubscriptions':true},"
                        + "'enableFileAccessForInactiveSubscriptions':VALUE}"
                        + "|false|true|enableFileAccessForInactiveSubscriptions",
                "events|{'eventDetails':{'discounts':[{'quantityCondition':'total_quantity','minQuantity':2,"
                        + "'percentOff':VALUE,'amountOff':5}]}}|0|10|eventDetails.discounts[0].percentOff",
                "events|{'ticketGroups':[{'name':'G','ticketTypes':[{'name':'T','price':5,"
                        + "'pwywSuggestedPrice':VALUE}]}]}"
                        + "|0|9|ticketGroups[0].ticketTypes[0].pwywSuggestedPrice",
                "events|{'ticketGroups':[{'name':'G','ticketTypes':[{'name':'T','pricing':'free','price':VALUE}]}]}"
                        + "|0|9|ticketGroups[0].ticketTypes[0].price",
                "events|{'ticketGroups':[{'name':'G','saleStartOn':VALUE,'ticketTypes':[{'name':'T'}]}]}"
                        + "|null|'2031-01-01T00:00:00Z'|ticketGroups[0].saleStartOn",
            })
    void only_a_value_that_sets_something_is_refused(
            String kind, String body, String harmless, String real, String problem) {
        String named = body.replaceFirst("\\{", "{'name':'A',");
        create(kind, named.replace("VALUE", harmless)).expect(201);
        assertThat(create(kind, named.replace("VALUE", real)).problems()).containsExactly(problem);
    }

    @Test
    void a_mirror_that_is_false_leaves_what_the_product_says() {
        JsonNode page = create(
                        "checkout-pages",
                        "{'name':'A','limitSubscriptions':{'enabled':false},"
                                + "'productData':{'limitSubscriptions':{'enabled':true}}}")
                .expect(201)
                .json()
                .get("data");
        assertThat(page.at("/product/limitSubscriptions/enabled").booleanValue())
                .isTrue();
    }

    @Test
    void a_zero_beside_a_discount_is_not_stored() {
        JsonNode page = create(
                        "checkout-pages",
                        "{'name':'A','productData':{'price':{'amount':1000},'discounts':"
                                + "[{'quantityCondition':'checkout_quantity','percentOff':10,'amountOff':0}]}}")
                .expect(201)
                .json()
                .get("data");
        assertThat(page.at("/product/discounts/0/amountOff").isNull()).isTrue();
        Reply quote = create("quotes", "{'pageId':'" + page.get("id").textValue() + "'}");
        assertThat(quote.expect(200).json().at("/data/amount").intValue()).isEqualTo(900);
    }

    @Test
    void the_text_of_a_customized_email_may_be_missing() {
        JsonNode form = create("forms", "{'name':'A','customizeEmailConfirmation':true}")
                .expect(201)
                .json()
                .get("data");
        assertThat(form.get("customizeEmailConfirmation").booleanValue()).isTrue();
        assertThat(form.get("confirmationEmailSubject").isNull()).isTrue();
    }

    @Test
    void unlimited_stock_takes_a_stock_of_zero() {
        JsonNode product = create("checkout-pages", "{'name':'A','productData':{'hasUnlimitedStock':true,'stock':0}}")
                .expect(201)
                .json()
                .at("/data/product");
        assertThat(product.get("stock").isNull()).isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "checkout-pages|'pageId'|'amount':VALUE|0|5|amount",
                "checkout-pages|'pageId'|'complimentary':VALUE|false|true|complimentary",
                "checkout-pages|'pageId'|'eventId':VALUE|null|'000000000000000000000000'|eventId",
            })
    void a_quote_too(String kind, String name, String setting, String harmless, String real, String problem) {
        String id =
                create(kind, "{'name':'A'}").expect(201).json().at("/data/id").textValue();
        String body = "{" + name + ":'" + id + "'," + setting + "}";
        create("quotes", body.replace("VALUE", harmless)).expect(200);
        assertThat(create("quotes", body.replace("VALUE", real)).problems()).contains(problem);
    }

    @Test
    void a_quote_of_an_event_too() {
        JsonNode event = create(
                        "events", "{'name':'A','ticketGroups':[{'name':'G','ticketTypes':[{'name':'T','price':500}]}]}")
                .expect(201)
                .json()
                .get("data");
        String type = event.at("/ticketGroups/0/ticketTypes/0/id").textValue();
        String body = "{'eventId':'" + event.get("id").textValue() + "','tickets':{'" + type + "':1},"
                + "'ticketPwywAmounts':{'" + type + "':VALUE},'variants':[],'amount':0}";
        create("quotes", body.replace("VALUE", "0")).expect(200);
        assertThat(create("quotes", body.replace("VALUE", "9")).problems())
                .containsExactly("ticketPwywAmounts." + type);
    }
}
