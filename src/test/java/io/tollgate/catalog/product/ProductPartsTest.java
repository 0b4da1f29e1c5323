package io.tollgate.catalog.product;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestApi.Reply;
import io.tollgate.support.TestGateway;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Prices of a product, their ids, and references to them. */
class ProductPartsTest {
    private final TestApi api = TestGateway.shared().seller().live();

    private Reply patch(String id, String json) {
        return api.patch("/v1/products/" + id, json.replace('\'', '"'));
    }

    private JsonNode product(String id) {
        return api.get("/v1/products/" + id).expect(200).json().get("data");
    }

    private String bump(String more) {
        String body = "{'role':'orderbump','title':'Card'" + more + "}";
        return ProductSamples.id(api.post("/v1/products", body.replace('\'', '"'))
                .expect(201)
                .json()
                .get("data"));
    }

    /** Otherwise a required variant would not be offered on the page. */
    @Test
    void no_variant_loses_all_prices_that_it_is_for() {
        String first = "a".repeat(24);
        String body = "{'name':'A','productData':{'prices':[{'id':'" + first + "','amount':5},{'amount':6}],'variants':"
                + "[{'name':'V','required':true,'options':[{'name':'O'}],'priceIds':['" + first + "']}]}}";
        JsonNode made = api.post("/v1/checkout-pages", body.replace('\'', '"'))
                .expect(201)
                .json()
                .at("/data/product");
        String id = ProductSamples.id(made);
        first = made.at("/prices/0/id").asText();
        assertThat(made.at("/variants/0/priceIds/0").asText()).isEqualTo(first);
        assertThat(patch(id, "{'prices':[{'amount':7}]}").problems()).containsExactly("prices");
        patch(id, "{'prices':[{'id':'" + first + "'},{'amount':7}]}").expect(200);
        patch(id, "{'prices':[{'amount':7}],'variants':[]}").expect(200);
    }

    /** An id names a price within its product only, so another seller's price can have the same. */
    @Test
    void ids_of_new_prices_are_kept() {
        String own = "65f0c0ffee0123456789abcd";
        String id = bump(",'prices':[{'id':'" + own + "','amount':0}],'defaultPriceId':'" + own + "'");
        String price = product(id).at("/prices/0/id").asText();
        assertThat(price).isEqualTo(own);
        assertThat(product(id).get("defaultPriceId").asText()).isEqualTo(price);
        JsonNode prices = patch(id, "{'prices':[{'id':'" + price + "'},{'amount':5}]}")
                .expect(200)
                .json()
                .at("/data/prices");
        assertThat(prices.findValuesAsText("id")).hasSize(2).startsWith(own).doesNotHaveDuplicates();
    }

    /** 31 February is the last day of February. */
    @ParameterizedTest
    @CsvSource({"2,31", "2,30", "4,31"})
    void a_billing_day_that_the_month_lacks_is_accepted(int month, int day) {
        String id = bump(",'price':{'recurring':{'interval':'year','intervalCount':1,'billingCycleAnchorConfig':"
                + "{'enabled':true,'month':" + month + ",'dayOfMonth':" + day + "}}}");
        JsonNode anchor = product(id).at("/prices/0/recurring/billingCycleAnchorConfig");
        assertThat(anchor.get("month").intValue()).isEqualTo(month);
        assertThat(anchor.get("dayOfMonth").intValue()).isEqualTo(day);
    }

    @Test
    void null_makes_the_first_enabled_price_the_default() {
        String id = bump(",'prices':[{'amount':1},{'amount':2}]");
        String second = product(id).at("/prices/1/id").asText();
        patch(id, "{'defaultPriceId':'" + second + "'}").expect(200);
        assertThat(product(id).get("defaultPriceId").asText()).isEqualTo(second);
        patch(id, "{'defaultPriceId':null}").expect(200);
        assertThat(product(id).get("defaultPriceId")).isEqualTo(product(id).at("/prices/0/id"));
    }

    @Test
    void a_plain_description_comes_back_as_a_paragraph_of_html() {
        String id = bump(",'description':'Fish & chips'");
        JsonNode before = product(id);
        assertThat(before.get("description").asText()).isEqualTo("<p>Fish &amp; chips</p>");
        patch(id, "{'description':" + before.get("description") + "}").expect(200);
        assertThat(product(id)).isEqualTo(before);
        patch(id, "{'description':'<b>Fish</b>'}").expect(200);
        assertThat(product(id).get("description").asText()).isEqualTo("<b>Fish</b>");
    }
}
