package io.tollgate.sales.checkout;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.platform.db.PostgresUrl;
import io.tollgate.support.Buyer;
import io.tollgate.support.Buyer.Shown;
import io.tollgate.support.TestShop;
import io.tollgate.support.TestShop.Shelf;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Orders of tickets whose hold ends: places, registration and coupon come back, once. */
class TicketExpiryTest {
    private final TestShop shop = TestShop.open();
    private final Buyer ada = new Buyer(shop.gateway().url(), "ada@example.com");

    private JsonNode read(Shelf event) {
        return shop.seller()
                .live()
                .get("/v1/events/" + event.id())
                .expect(200)
                .json()
                .get("data");
    }

    private int sold(Shelf event, int group) {
        return read(event)
                .at("/ticketGroups/" + group + "/ticketTypes/0/quantitySold")
                .intValue();
    }

    private static Map<String, String> seats(Shelf event, int quantity) {
        String type = event.record().at("/ticketGroups/0/ticketTypes/0/id").textValue();
        return Map.of("tickets." + type, String.valueOf(quantity));
    }

    private void endHolds() throws SQLException {
        try (Connection connection = DriverManager.getConnection(
                        PostgresUrl.toJdbc(shop.gateway().databaseUrl()));
                Statement statement = connection.createStatement()) {
            String of = " WHERE seller_id = '" + shop.seller().id() + "'";
            statement.executeUpdate("UPDATE checkout SET hold_until = now() - interval '1 second'" + of);
            statement.executeUpdate("UPDATE processor_task SET due_at = now()" + of);
        }
    }

    @Test
    void unpaidOrderReleasesPlacesAndRegistrationOnce() throws SQLException {
        Shelf event = shop.event(
                "",
                "'capacity': 2, 'limitRegistrations': {'enabled': true},",
                "{'name': 'Seat', 'price': 2500, 'capacity': 2}");
        Shown order = ada.order(event.path(), seats(event, 2)).expect(303);
        ada.get(order.path()).expect(200);
        assertThat(sold(event, 0)).isEqualTo(2);
        endHolds();
        assertThat(shop.settles(() -> sold(event, 0) == 0)).isTrue();
        assertThat(ada.get(order.path()).expect(200).html()).contains("This order has expired", event.path());
        endHolds();
        ada.get(order.path());
        assertThat(sold(event, 0)).isZero();
        ada.order(event.path(), seats(event, 2)).expect(303);
        assertThat(sold(event, 0)).isEqualTo(2);
    }

    @Test
    void typeCanMoveToAnotherGroupWhileItIsHeld() throws SQLException {
        Shelf event = shop.event("""
                {'name': 'Concert', 'eventDetails': {'currency': 'eur', 'location': 'Town hall'}, 'ticketGroups': [
                  {'name': 'Hall', 'capacity': 2, 'ticketTypes': [{'name': 'Seat', 'price': 2500}]},
                  {'name': 'Gallery', 'capacity': 2, 'ticketTypes': [{'name': 'Bench', 'price': 1500}]}]}
                """);
        ada.order(event.path(), seats(event, 2)).expect(303);
        String groups = "/v1/events/" + event.id() + "/ticket-groups/";
        String hall = event.record().at("/ticketGroups/0/id").textValue();
        String gallery = event.record().at("/ticketGroups/1/id").textValue();
        String seat = event.record().at("/ticketGroups/0/ticketTypes/0/id").textValue();
        shop.seller()
                .live()
                .patch(groups + hall + "/ticket-types/" + seat, "{\"ticketGroupId\": \"" + gallery + "\"}")
                .expect(200);
        endHolds();
        assertThat(shop.settles(
                        () -> read(event).findValues("quantitySold").stream().allMatch(sold -> sold.intValue() == 0)))
                .isTrue();
        ada.order(event.path(), seats(event, 2)).expect(303);
    }

    @Test
    void currencyCannotChangeWhileAnOrderIsOpen() {
        Shelf event = shop.event("", "", "{'name': 'Seat', 'price': 2500}");
        ada.order(event.path(), seats(event, 1)).expect(303);
        shop.seller()
                .live()
                .patch("/v1/events/" + event.id(), "{\"eventDetails\": {\"currency\": \"chf\"}}")
                .expect(409);
    }
}
