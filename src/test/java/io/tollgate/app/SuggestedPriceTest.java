package io.tollgate.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestGateway;
import org.junit.jupiter.api.Test;

/** Suggested prices as a widely used client of the interface sends them. */
class SuggestedPriceTest {
    private static final String PAGES = "/v1/checkout-pages";
    private static final String EVENTS = "/v1/events";

    private final TestApi api = TestGateway.shared().seller().live();

    private JsonNode create(String path, String json) {
        return api.post(path, json.replace('\'', '"')).expect(201).json().get("data");
    }

    @Test
    void suggestedPriceOfZeroMeansNone() {
        JsonNode group = create(
                        EVENTS,
                        "{'name':'A','ticketGroups':[{'name':'One','ticketTypes':["
                                + "{'name':'P','price':500,'pwywSuggestedPrice':0},"
                                + "{'name':'F','pricing':'free','pwywSuggestedPrice':0},"
                                + "{'name':'W','pricing':'pwyw','price':500,'pwywSuggestedPrice':0}]}]}")
                .at("/ticketGroups/0");
        assertThat(group.get("ticketTypes").findValuesAsText("pwywSuggestedPrice"))
                .containsExactly("null", "null", "null");
        JsonNode product = create(
                        PAGES,
                        "{'name':'A','productData':{'prices':[{'amount':500,'payWhatYouWant':true,"
                                + "'pwywSuggestedPrice':0},{'amount':700,'pwywSuggestedPrice':0}],'variants':"
                                + "[{'name':'V','options':[{'name':'O','payWhatYouWant':true,'additionalChargeAmount':"
                                + "300,'pwywSuggestedPrice':0}]}]}}")
                .get("product");
        assertThat(product.findValuesAsText("pwywSuggestedPrice")).containsExactly("null", "null", "null");
    }
}
