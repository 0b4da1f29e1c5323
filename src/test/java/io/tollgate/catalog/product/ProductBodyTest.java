package io.tollgate.catalog.product;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.http.Inputs;
import io.tollgate.platform.input.Body;
import io.tollgate.platform.input.Input;
import io.tollgate.platform.schema.Field;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every rule of a product's body, each reported with its path. */
class ProductBodyTest {
    private static final Body PAGE = Body.of("Test", "{}", Field.object("productData", Products.SCHEMA.create()));
    private static final String ID = "65f0c0ffee0123456789abcd";
    private static final String OTHER = "65f0c0ffee0123456789abce";

    private static void expect(String product, String... paths) {
        String[] full = new String[paths.length];
        for (int i = 0; i < paths.length; i++) {
            full[i] = "productData." + paths[i];
        }
        String sent = "{\"productData\":" + product.replace('\'', '"') + "}";
        assertThat(Inputs.problems(PAGE, sent, page -> ProductBody.check(page.object("productData"))))
                .as(product)
                .containsExactlyInAnyOrder(full);
    }

    private static ObjectNode draft(String product) {
        Input page = Inputs.of(PAGE, "{\"productData\":" + product.replace('\'', '"') + "}");
        Input data = page.object("productData");
        ProductBody.check(data);
        page.check();
        return ProductDraft.of(null, data, ProductDraft.Facts.NONE);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "{'amount':-1}|price.amount",
                "{'amount':100000000}|price.amount",
                "{'amount':1.5}|price.amount",
                "{'currency':'USD'}|price.currency",
                "{'currency':'zzq'}|price.currency",
                "{'currency':'xxx'}|price.currency",
                "{'currency':'xau'}|price.currency",
                "{'payWhatYouWant':true,'recurring':{'interval':'month','intervalCount':1}}|price.payWhatYouWant",
                "{'payWhatYouWant':true,'paymentPlan':{'interval':'month','intervalCount':1,'planIterations':3}}"
                        + "|price.payWhatYouWant",
                "{'recurring':{'interval':'month','intervalCount':1},'paymentPlan':"
                        + "{'interval':'month','intervalCount':1,'planIterations':3}}|price.paymentPlan",
                "{'recurring':{'interval':'fortnight','intervalCount':0}}"
                        + "|price.recurring.interval price.recurring.intervalCount",
                "{'recurring':{'interval':'month','intervalCount':37}}|price.recurring.intervalCount",
                "{'recurring':{'interval':'day','intervalCount':1096}}|price.recurring.intervalCount",
                "{'paymentPlan':{'interval':'year','intervalCount':4,'planIterations':2}}"
                        + "|price.paymentPlan.intervalCount",
                "{'recurring':{'interval':'month','intervalCount':1,'startDate':'2100-01-01T00:00:00Z'}}"
                        + "|price.recurring.startDate",
                "{'paymentPlan':{'interval':'month','intervalCount':1,'planIterations':2,"
                        + "'startDate':'9999-12-31T23:59:59Z'}}|price.paymentPlan.startDate",
                "{'paymentPlan':{'interval':'year','intervalCount':1,'planIterations':102}}"
                        + "|price.paymentPlan.planIterations",
                "{'paymentPlan':{'interval':'month','intervalCount':2,'planIterations':1000}}"
                        + "|price.paymentPlan.planIterations",
                "{'recurring':{}}|price.recurring.interval price.recurring.intervalCount",
                "{'paymentPlan':{'interval':'month','intervalCount':1}}|price.paymentPlan.planIterations",
                "{'recurring':{'interval':'month','intervalCount':1,'trialPeriodDays':7,"
                        + "'startDate':'2026-01-31T00:00:00Z'}}|price.recurring.trialPeriodDays",
                "{'recurring':{'interval':'year','intervalCount':1,'billingCycleAnchorConfig':"
                        + "{'enabled':true,'dayOfMonth':32,'month':13}}}"
                        + "|price.recurring.billingCycleAnchorConfig.dayOfMonth "
                        + "price.recurring.billingCycleAnchorConfig.month",
                "{'billingType':'one_time','recurring':{'interval':'month','intervalCount':1}}|price.billingType",
                "{'billingType':'recurring'}|price.billingType",
                "{'setupFee':100,'setupFeeMultipliesWithQuantity':true,'recurring':"
                        + "{'interval':'month','intervalCount':1}}|price.setupFeeMultipliesWithQuantity",
                "{'payWhatYouWant':true,'amount':500,'pwywSuggestedPrice':400}|price.pwywSuggestedPrice",
                "{'badgeIcon':'unicorn'}|price.badgeIcon",
                "{'enabled':false}|price.enabled",
                "{'colour':'red'}|price.colour"
            })
    void one_price(String price, String paths) {
        expect("{'price':" + price + "}", paths.split(" "));
    }

    @Test
    void several_prices() {
        expect("{'prices':[]}", "prices");
        expect("{'prices':[{'enabled':false}]}", "prices");
        expect("{'price':{},'prices':[{}]}", "price");
        expect("{'prices':[{'currency':'usd'},{'currency':'eur'}]}", "prices[1].currency");
        expect("{'prices':[{'id':'x'}]}", "prices[0].id");
        expect("{'prices':[{'id':'" + ID + "'},{'id':'" + ID + "'}]}", "prices[1].id");
        expect("{'prices':[{'reference':'a'},{'reference':'a'}]}", "prices[1].reference");
        expect("{'prices':[{'id':'" + ID + "'}],'defaultPriceId':'" + OTHER + "'}", "defaultPriceId");
        expect("{'prices':[{'id':'" + ID + "','enabled':false},{}],'defaultPriceId':'" + ID + "'}", "defaultPriceId");
        expect(
                "{'prices':[{'payWhatYouWant':true,'recurring':{'interval':'day','intervalCount':1}},{'amount':-1}]}",
                "prices[0].payWhatYouWant",
                "prices[1].amount");
    }

    @Test
    void everything_else() {
        expect("{'title':'" + "x".repeat(201) + "'}", "title");
        expect("{'taxCode':'tax_1','taxBehavior':'both'}", "taxCode", "taxBehavior");
        expect("{'fixedTaxRateIds':['" + ID + "','" + OTHER + "']}", "fixedTaxRateIds");
        expect("{'stock':-1}", "stock");
        expect("{'hasUnlimitedStock':false}", "stock");
        expect(
                "{'limitPayments':{'enabled':true},'price':{'recurring':{'interval':'day','intervalCount':1}}}",
                "limitPayments.enabled");
        expect("{'discounts':[{}]}", "discounts[0].quantityCondition", "discounts[0].percentOff");
        expect(
                "{'discounts':[{'quantityCondition':'checkout_quantity','percentOff':10,'amountOff':5}]}",
                "discounts[0].percentOff");
        expect("{'discounts':[{'quantityCondition':'checkout_quantity','percentOff':101}]}", "discounts[0].percentOff");
        expect("{'discounts':[{'quantityCondition':'checkout_quantity','amountOff':'1'}]}", "discounts[0].amountOff");
        expect(
                "{'discounts':[{'quantityCondition':'checkout_quantity','percentOff':0.1234567}]}",
                "discounts[0].percentOff");
        expect(
                "{'discounts':[{'quantityCondition':'checkout_quantity','percentOff':5,'minQuantity':3,"
                        + "'maxQuantity':2}]}",
                "discounts[0].maxQuantity");
        expect(
                "{'discounts':[{'quantityCondition':'variant_option_quantity','percentOff':5,"
                        + "'variantOptionIds':[{'key':'none'},{'key':'a','id':'" + ID + "'},{}]}]}",
                "discounts[0].variantOptionIds[0].key",
                "discounts[0].variantOptionIds[1].key",
                "discounts[0].variantOptionIds[2].key");
        expect(
                "{'discounts':[{'quantityCondition':'variant_option_quantity','percentOff':5}]}",
                "discounts[0].variantOptionIds");
        expect(
                "{'discounts':[{'quantityCondition':'variant_option_quantity','percentOff':5,'variantOptionIds':[]}]}",
                "discounts[0].variantOptionIds");
        expect(
                "{'features':[{'icon':'star'}],'pricePicker':{'priceDisplayTabOrder':[1]}}",
                "features[0].text",
                "pricePicker.priceDisplayTabOrder[0]");
    }

    @Test
    void variants() {
        expect("{'variants':[{}]}", "variants[0].name", "variants[0].options");
        expect("{'variants':[{'name':'Size','options':[]}]}", "variants[0].options");
        expect(
                "{'variants':[{'id':'" + ID + "','name':'Size','options':[{'id':'" + OTHER + "','name':'S'}]}]}",
                "variants[0].id",
                "variants[0].options[0].id");
        expect("{'variants':[{'name':'Size','options':[{'name':'S','stock':1}]}]}", "variants[0].options[0].stock");
        expect(
                "{'variants':[{'name':'Size','options':[{'name':'S','key':'s'},{'name':'M','key':'s'}]}]}",
                "variants[0].options[1].key");
        expect(
                "{'variants':[{'name':'Size','priceIds':['" + ID + "'],'options':[{'name':'S'}],"
                        + "'preselect':{'enabled':true,'optionId':'m'}}]}",
                "variants[0].priceIds",
                "variants[0].preselect.optionId");
        expect(
                "{'variants':[{'key':'a','name':'Size','options':[{'name':'S'}],"
                        + "'showHideLogic':{'enabled':true,'element':{'elementId':'a'}}}]}",
                "variants[0].showHideLogic.element.elementId");
        expect(
                "{'variants':[{'name':'Size','options':[{'name':'S'}],'showHideLogic':{'enabled':true}}]}",
                "variants[0].showHideLogic.element");
        expect(
                "{'variants':[{'name':'Size','options':[{'name':'S','type':'one_time','payWhatYouWant':true}]}]}",
                "variants[0].options[0].payWhatYouWant");
    }

    @Test
    void references_and_the_default_price_are_derived() {
        JsonNode product = draft("{'prices':[{'enabled':false,'amount':2500},{'amount':2500},{'payWhatYouWant':true},"
                + "{'amount':1000,'recurring':{'interval':'month','intervalCount':1}},"
                + "{'reference':'price_one_time_fixed_2500_2'}]}");
        assertThat(product.findValuesAsText("reference"))
                .containsExactly(
                        "price_one_time_fixed_2500",
                        "price_one_time_fixed_2500_3",
                        "price_one_time_pwyw_0",
                        "price_recurring_fixed_1000",
                        "price_one_time_fixed_2500_2");
        assertThat(product.get("defaultPriceId")).isEqualTo(product.at("/prices/1/id"));
        assertThat(product.at("/prices/1/isDefault").asBoolean()).isTrue();
        assertThat(product.at("/price/amount").asInt()).isEqualTo(2500);
        assertThat(product.at("/price/currency").asText()).isEqualTo("usd");
        assertThat(product.at("/price/pricingType").asText()).isEqualTo("multiple");
        assertThat(product.get("type").asText()).isEqualTo("charge");
        assertThat(draft("{'price':{'paymentPlan':{'interval':'week','intervalCount':2,'planIterations':3}}}")
                        .get("type")
                        .asText())
                .isEqualTo("subscription");
    }

    @Test
    void the_longest_plan_takes_a_hundred_years() {
        draft("{'price':{'paymentPlan':{'interval':'year','intervalCount':1,'planIterations':101,"
                + "'startDate':'2099-12-31T23:59:59Z'}}}");
        draft("{'price':{'paymentPlan':{'interval':'week','intervalCount':1,'planIterations':1000}}}");
    }

    @Test
    void keys_become_ids() {
        JsonNode product = draft("{'variants':[{'key':'size','name':'Größe','options':[{'key':'s','name':'S'}],"
                + "'preselect':{'enabled':true,'optionId':'s'}},{'name':'größe!','options':[{'name':'Red'}],"
                + "'showHideLogic':{'enabled':true,'element':{'elementId':'size'},'value':'s'}}],"
                + "'discounts':[{'quantityCondition':'variant_option_quantity','percentOff':5,"
                + "'variantOptionIds':[{'key':'s'}]}]}");
        String option = product.at("/variants/0/options/0/id").asText();
        assertThat(option).matches("[0-9a-f]{24}");
        assertThat(product.at("/variants/0/preselect/optionId").asText()).isEqualTo(option);
        assertThat(product.at("/variants/1/showHideLogic/element/elementId")).isEqualTo(product.at("/variants/0/id"));
        assertThat(product.at("/variants/1/showHideLogic/value").asText()).isEqualTo(option);
        assertThat(product.at("/discounts/0/variantOptionIds/0").asText()).isEqualTo(option);
        assertThat(product.at("/discounts/0/minQuantity").asInt()).isEqualTo(1);
        assertThat(product.at("/variants/0/reference").asText()).isEqualTo("grosse");
        assertThat(product.at("/variants/1/reference").asText()).isEqualTo("grosse_2");
    }
}
