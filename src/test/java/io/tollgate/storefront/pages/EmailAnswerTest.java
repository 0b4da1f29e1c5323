package io.tollgate.storefront.pages;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.support.Buyer;
import io.tollgate.support.Buyer.Shown;
import io.tollgate.support.TestShop;
import io.tollgate.support.TestShop.Shelf;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Hosted pages accept the e-mail addresses to which messages can be delivered. */
class EmailAnswerTest {
    private static final String LONG_LOCAL = "a".repeat(65) + "@example.com";
    private static final String LONG = "a@" + ("b".repeat(63) + ".").repeat(4) + "example";

    private final TestShop shop = TestShop.open();
    private final Shelf page = shop.product(0);

    private Shown order(String path, String email) {
        return new Buyer(shop.gateway().url(), email).order(path);
    }

    @Test
    void addressesThatCannotBeReachedAreRefusedInEachLanguage() {
        for (String language : Messages.LANGUAGES) {
            Messages messages = Messages.of(language, null);
            String path = page.path() + "?lang=" + language;
            assertThat(order(path, "ü@x.com").expect(422).html()).contains(messages.text("error.email.characters"));
            for (String email : new String[] {LONG_LOCAL, LONG}) {
                assertThat(order(path, email).expect(422).html())
                        .contains(messages.text("error.email.length", 64, 254));
            }
            assertThat(order(path, "ada").expect(422).html()).contains(messages.text("error.email"));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"ada@bücher.example", "o'hara+tag@example.com", "ADA@Example.COM", "x_{y}~!#$%&@example.co"})
    void otherAddressesAreAccepted(String email) {
        order(page.path(), email).expect(303);
    }

    @Test
    void attendeesHaveTheSameRule() {
        Shelf event = shop.event("", "", "{'name': 'Seat', 'price': 0}");
        String type = event.record().at("/ticketGroups/0/ticketTypes/0/id").textValue();
        assertThat(new Buyer(shop.gateway().url(), "ada@example.com")
                        .order(
                                event.path(),
                                Map.of("tickets." + type, "1", "attendees." + type + ".0.email", "ü@x.com"))
                        .expect(422)
                        .html())
                .contains("Use only the letters a to z");
    }

    @Test
    void quotesAndBookingsSayWhy() {
        Shelf event = shop.event("", "", "{'name': 'Seat', 'price': 0}");
        String type = event.record().at("/ticketGroups/0/ticketTypes/0/id").textValue();
        String body = "{'eventId': '" + event.id() + "', 'tickets': {'" + type
                + "': 1}, 'fields': [{'reference': 'customer_email', 'value': 'ü@x.com'}]}";
        assertThat(shop.seller()
                        .live()
                        .post("/v1/bookings", body.replace('\'', '"'))
                        .expect(400)
                        .body())
                .contains("must have only ASCII characters before the @");
    }
}
