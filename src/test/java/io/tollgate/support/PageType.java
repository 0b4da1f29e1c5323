package io.tollgate.support;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.support.TestShop.Shelf;
import java.util.Map;

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

        @Override
        public Map<String, String> choices(Shelf shelf) {
            return Map.of();
        }

        @Override
        public String orders() {
            return "/v1/payments";
        }
    },
    EVENT {
        @Override
        public Shelf open(TestApi api, String seller, long price, int places) {
            String limit = "'capacity': " + places;
            String pricing = price == 0 ? "'pricing': 'free'" : "'price': " + price;
            return shelf(
                    api,
                    seller,
                    "/v1/events",
                    "{'name': 'Concert', 'locale': 'en-US', 'showCouponCodeField': true, 'eventDetails': {'currency':"
                            + " 'eur', 'location': 'Town hall', 'timezone': 'Europe/Berlin', 'startDate':"
                            + " '2036-09-18T18:00:00Z', 'endDate': '2036-09-18T20:30:00Z', " + limit
                            + "}, 'ticketGroups': [{'name': 'Hall', " + limit + ", 'ticketTypes': [{'name': 'Seat', "
                            + pricing + ", " + limit + "}]}]}");
        }

        @Override
        public int left(TestApi api, Shelf shelf) {
            JsonNode event =
                    api.get("/v1/events/" + shelf.id()).expect(200).json().get("data");
            return event.at("/eventDetails/capacity").intValue()
                    - event.at("/ticketGroups/0/ticketTypes/0/quantitySold").intValue();
        }

        @Override
        public Map<String, String> choices(Shelf shelf) {
            String type = shelf.record().at("/ticketGroups/0/ticketTypes/0/id").textValue();
            return Map.of("tickets." + type, "1");
        }

        @Override
        public String orders() {
            return "/v1/bookings";
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

    /** Returns the inputs that choose one thing, beyond those that are chosen at first. */
    public abstract Map<String, String> choices(Shelf shelf);

    /** Returns the path of the API that lists complete orders. */
    public abstract String orders();

    private static Shelf shelf(TestApi api, String seller, String path, String body) {
        JsonNode record =
                api.post(path, body.replace('\'', '"')).expect(201).json().get("data");
        return new Shelf(
                record.get("id").textValue(),
                "/s/" + seller + "/" + record.get("slug").textValue(),
                record);
    }
}
