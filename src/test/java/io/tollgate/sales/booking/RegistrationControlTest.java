package io.tollgate.sales.booking;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.support.OwnShop;
import io.tollgate.support.PageType;
import io.tollgate.support.Parallel;
import io.tollgate.support.TestApi.Reply;
import io.tollgate.support.TestShop.Shelf;
import java.sql.SQLException;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What would happen without the unique key of registrations. The database is its own, since others need the key. */
class RegistrationControlTest {
    private static final int BUYERS = 64;

    private static String body(Shelf event) {
        String type = event.record().at("/ticketGroups/0/ticketTypes/0/id").textValue();
        return """
            {"eventId": "%s", "tickets": {"%s": 1}, "paymentOption": {"manualType": "invoice"}, "fields": [
              {"reference": "customer_name", "value": "Anna Meyer"},
              {"reference": "customer_email", "value": "anna@example.com"}]}
            """.formatted(event.id(), type);
    }

    private static Reply book(OwnShop shop, String key, String body) {
        return shop.api().writeWithRetries("POST", "/v1/bookings", key, body);
    }

    private static long registeredAtOnce(OwnShop shop, String key, String body) throws SQLException {
        shop.run("DELETE FROM registration", "UPDATE booking SET status = 'canceled'");
        return Parallel.times(BUYERS, i -> book(shop, key + " " + i, body)).stream()
                .filter(reply -> reply.status() == 201)
                .count();
    }

    @Test
    void without_the_key_one_guest_is_registered_often() throws SQLException {
        try (OwnShop shop = OwnShop.open(Map.of())) {
            Shelf event = shop.page(PageType.EVENT, 2_500, 10_000);
            shop.api()
                    .patch("/v1/events/" + event.id(), "{\"eventDetails\":{\"limitRegistrations\":{\"enabled\":true}}}")
                    .expect(200);
            String body = body(event);
            // The customer exists already, so that no transaction waits for another one to create it.
            book(shop, "first", body).expect(201);
            assertThat(registeredAtOnce(shop, "with the key", body)).isOne();
            shop.run("ALTER TABLE registration DROP CONSTRAINT registration_once");
            long most = 0;
            // A race is not lost every time.
            for (int round = 0; round < 10 && most < 2; round++) {
                most = registeredAtOnce(shop, "again " + round, body);
            }
            assertThat(most).isGreaterThan(1);
        }
    }
}
