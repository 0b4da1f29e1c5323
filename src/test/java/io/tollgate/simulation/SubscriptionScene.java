package io.tollgate.simulation;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestDatabase;

/** A seller of subscriptions with a gateway that does only what a test asks it to do. */
final class SubscriptionScene implements AutoCloseable {
    final Lane lane = new Lane(TestDatabase.url());
    final Node node = lane.node();
    final Lane.Seller seller = lane.seller();
    final TestApi api = new TestApi(node.url(), seller.key());

    /**
     * Creates a page with one price and returns its path.
     *
     * @param terms of the price, such as {@code 'recurring': {…}}
     */
    String page(String terms) {
        String body = "{'name': 'Box', 'productData': {'title': 'Box', 'prices': [{'currency': 'eur', 'amount': 1000, "
                + terms + "}]}}";
        JsonNode page = api.post("/v1/checkout-pages", body.replace('\'', '"'))
                .expect(201)
                .json()
                .get("data");
        return "/s/" + seller.name() + "/" + page.get("slug").textValue();
    }

    @Override
    public void close() {
        lane.close();
    }
}
