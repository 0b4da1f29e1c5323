package io.tollgate.support;

import com.fasterxml.jackson.databind.JsonNode;

/** Checkout pages of a test's seller. */
public record TestShop(TestGateway gateway, TestSeller seller) {
    public static TestShop open() {
        TestGateway gateway = TestGateway.shared();
        return new TestShop(gateway, gateway.seller());
    }

    /** A checkout page. */
    public record Shelf(String id, String path, JsonNode record) {}

    /**
     * Creates a published page.
     *
     * @param body of the request, with single quotes for double ones
     */
    public Shelf page(String body) {
        return shelf("/v1/checkout-pages", body);
    }

    /**
     * Creates a published form.
     *
     * @param body of the request, with single quotes for double ones
     */
    public Shelf form(String body) {
        return shelf("/v1/forms", body);
    }

    private Shelf shelf(String path, String body) {
        JsonNode record = seller.live()
                .post(path, body.replace('\'', '"'))
                .expect(201)
                .json()
                .get("data");
        return new Shelf(
                record.get("id").textValue(),
                "/s/" + seller.name() + "/" + record.get("slug").textValue(),
                record);
    }

    /** Creates a published page that sells one product at this price in cents, in euros. */
    public Shelf product(long price) {
        return page("{'name': 'Mug', 'locale': 'en-US', 'productData': {'title': 'Mug', 'prices':" + " [{'amount': "
                + price + ", 'currency': 'eur'}]}}");
    }

    public String url(Shelf shelf) {
        return gateway.url() + shelf.path();
    }
}
