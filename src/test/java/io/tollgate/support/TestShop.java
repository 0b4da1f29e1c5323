package io.tollgate.support;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.function.BooleanSupplier;

/** Checkout pages and events of a test's seller. */
public record TestShop(TestGateway gateway, TestSeller seller) {
    public static TestShop open() {
        TestGateway gateway = TestGateway.shared();
        return new TestShop(gateway, gateway.seller());
    }

    /** Does what is due for the seller until a condition is true; see {@link TestSeller#settles}. */
    public boolean settles(BooleanSupplier condition) {
        return seller.settles(condition);
    }

    /** A checkout page or an event. */
    public record Shelf(String id, String path, JsonNode record) {
        /** Returns the input of the first field with an element. */
        public String input(String element) {
            return record.get("fields")
                    .valueStream()
                    .filter(field -> field.get("element").textValue().equals(element))
                    .map(field -> "fields." + field.get("id").textValue())
                    .findFirst()
                    .orElseThrow();
        }
    }

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

    /**
     * Creates a published event.
     *
     * @param body of the request, with single quotes for double ones
     */
    public Shelf event(String body) {
        JsonNode record = seller.live()
                .post("/v1/events", body.replace('\'', '"'))
                .expect(201)
                .json()
                .get("data");
        return new Shelf(
                record.get("id").textValue(),
                "/s/" + seller.name() + "/" + record.get("slug").textValue(),
                record);
    }

    /** Creates a published event with one group of these ticket types, in euros. */
    public Shelf event(String settings, String details, String types) {
        return event("{'name': 'Concert', 'locale': 'en-US', " + settings
                + "'eventDetails': {'currency': 'eur', 'location': 'Town hall', 'timezone': 'Europe/Berlin'," + details
                + " 'startDate': '2036-09-18T18:00:00Z', 'endDate': '2036-09-18T20:30:00Z'},"
                + " 'ticketGroups': [{'name': 'Hall', 'ticketTypes': [" + types + "]}]}");
    }

    public String url(Shelf shelf) {
        return gateway.url() + shelf.path();
    }

    /**
     * Returns the body of a booking of an event's first ticket type.
     *
     * @param more further members, each followed by a comma
     */
    public static String booking(Shelf event, String email, int seats, String more) {
        String type = event.record().at("/ticketGroups/0/ticketTypes/0/id").textValue();
        return """
                {%s "eventId": "%s", "tickets": {"%s": %d}, "fields": [
                 {"reference": "customer_name", "value": "Ada Lovelace"},
                 {"reference": "customer_email", "value": "%s"}]}""".formatted(more, event.id(), type, seats, email);
    }
}
