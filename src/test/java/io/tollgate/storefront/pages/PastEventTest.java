package io.tollgate.storefront.pages;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.support.Buyer;
import io.tollgate.support.TestApi.Reply;
import io.tollgate.support.TestShop;
import io.tollgate.support.TestShop.Shelf;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Events that are over sell no tickets, at their page and over the API. */
class PastEventTest {
    private static final String LATER =
            ", 'availabilityBehavior': 'date_time_based', 'saleEndOn': '2046-01-01T00:00:00Z'";

    private final TestShop shop = TestShop.open();
    private final Buyer ada = new Buyer(shop.gateway().url(), "ada@example.com");

    private Shelf event(String dates, String sale) {
        return shop.event("{'name': 'Concert', 'locale': 'en-US', 'eventDetails': {'currency': 'eur',"
                + " 'timezone': 'Europe/Berlin', " + dates + "}, 'ticketGroups': [{'name': 'Hall'" + sale
                + ", 'ticketTypes': [{'name': 'Seat', 'pricing': 'free'" + sale + "}]}]}");
    }

    private static String fieldId(Shelf shelf, String type) {
        for (JsonNode field : shelf.record().get("fields")) {
            if (type.equals(field.path("type").textValue())) {
                return field.get("id").textValue();
            }
        }
        throw new AssertionError("the page has no field of type " + type);
    }

    private static String type(Shelf event) {
        return event.record().at("/ticketGroups/0/ticketTypes/0/id").textValue();
    }

    private Reply book(Shelf event) {
        return shop.seller()
                .live()
                .post(
                        "/v1/bookings",
                        ("{'eventId': '" + event.id() + "', 'tickets': {'" + type(event)
                                        + "': 1}, 'fields': [{'fieldId': '" + fieldId(event, "email")
                                        + "', 'value': 'ada@example.com'},"
                                        + " {'fieldId': '" + fieldId(event, "name") + "', 'value': 'Ada'}]}")
                                .replace('\'', '"'));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "'startDate': '2020-09-18T18:00:00Z', 'endDate': '2020-09-18T20:30:00Z'",
                "'startDate': '2020-09-18T18:00:00Z'"
            })
    void nothingIsSold(String dates) {
        Shelf event = event(dates, "");
        book(event).expect(409);
        assertThat(ada.get(event.path()).html()).contains("The sale has ended");
        ada.order(event.path(), Map.of("tickets." + type(event), "1")).expect(409);
        JsonNode bookings = shop.seller().live().get("/v1/bookings").json().get("data");
        assertThat(bookings).isEmpty();
    }

    @Test
    void aLaterEndOfTheSaleApplies() {
        Shelf event = event("'startDate': '2020-09-18T18:00:00Z'", LATER);
        book(event).expect(201);
        ada.order(event.path(), Map.of("tickets." + type(event), "1")).expect(303);
    }
}
