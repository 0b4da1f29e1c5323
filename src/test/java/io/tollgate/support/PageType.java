package io.tollgate.support;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.support.TestShop.Shelf;

/** The types of hosted pages that sell, for tests that apply to all of them. */
public enum PageType {
    PRODUCT {
        @Override
        public Shelf open(TestApi api, String seller, long price, int places) {
            return shelf(
                    api,
                    seller,
                    "/v1/checkout-pages",
                    "{'name': 'Mug', 'locale': 'en-US', 'showCouponCodeField': true, 'productData': {'title': 'Mug',"
                            + " 'stock': " + places + ", 'hasUnlimitedStock': false, 'prices': [{'amount': " + price
                            + ", 'currency': 'eur'}]}}");
        }

        @Override
        public int left(TestApi api, Shelf shelf) {
            return api.get("/v1/checkout-pages/" + shelf.id())
                    .expect(200)
                    .json()
                    .at("/data/product/stock")
                    .intValue();
        }
    };

    /**
     * Creates a published page that sells one thing.
     *
     * @param price in cents, in euros
     * @param places how many there are
     */
    public abstract Shelf open(TestApi api, String seller, long price, int places);

    /** Returns how many are left. */
    public abstract int left(TestApi api, Shelf shelf);

    private static Shelf shelf(TestApi api, String seller, String path, String body) {
        JsonNode record =
                api.post(path, body.replace('\'', '"')).expect(201).json().get("data");
        return new Shelf(
                record.get("id").textValue(),
                "/s/" + seller + "/" + record.get("slug").textValue(),
                record);
    }
}
