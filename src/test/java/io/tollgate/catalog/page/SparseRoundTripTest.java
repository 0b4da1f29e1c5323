package io.tollgate.catalog.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestGateway;
import org.junit.jupiter.api.Test;

/** Objects sent with some of their fields are returned with null for the others, and are accepted as returned. */
class SparseRoundTripTest {
    private static final String PAGES = "/v1/checkout-pages";

    private final TestApi api = TestGateway.shared().seller().live();

    private JsonNode create(String json) {
        return api.post(PAGES, json).expect(201).json().get("data");
    }

    private void sentBack(String path, String name) {
        JsonNode read = api.get(path).expect(200).json().get("data");
        JsonNode after = api.patch(path, "{\"" + name + "\":" + read.get(name) + "}")
                .expect(200)
                .json()
                .get("data");
        assertThat(after).isEqualTo(read);
    }

    @Test
    void a_step_that_offers_nothing_yet() {
        JsonNode page = create("{\"name\":\"A\",\"funnelSteps\":[{\"type\":\"upsell\"}]}");
        assertThat(page.at("/funnelSteps/0/config/action").isNull()).isTrue();
        sentBack(PAGES + "/" + page.get("id").textValue(), "funnelSteps");
    }

    @Test
    void a_price_picker_that_says_little() {
        JsonNode page = create("{\"name\":\"A\",\"productData\":{\"pricePicker\":{\"title\":\"T\"}}}");
        assertThat(page.at("/product/pricePicker/shortenDescription").isNull()).isTrue();
        sentBack("/v1/products/" + page.at("/product/id").textValue(), "pricePicker");
    }
}
