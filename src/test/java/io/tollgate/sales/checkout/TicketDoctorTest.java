package io.tollgate.sales.checkout;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.support.Buyer;
import io.tollgate.support.Buyer.Shown;
import io.tollgate.support.Eventually;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestGateway;
import io.tollgate.tools.demo.TestDatabase;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Orders of tickets in every state leave consistent records, and the doctor finds what is made wrong. */
class TicketDoctorTest {
    private static TestDatabase database;
    private static TestGateway gateway;
    private static TestApi api;

    @BeforeAll
    static void start() throws Exception {
        database = new TestDatabase();
        gateway = TestGateway.startPatient(Map.of("database.url", database.url(), "checkout.openPerAddress", "1000"));
        api = gateway.api(gateway.keys().create("teashop", true, "test").key());
        gateway.accounts().connectSimulator("teashop");
        orders();
        database.delayTasks();
    }

    @AfterAll
    static void stop() throws Exception {
        gateway.close();
        database.close();
    }

    private static final String EVENT = """
            {"name": "Tasting", "showCouponCodeField": true, "eventDetails": {"currency": "eur", "location": "Shop",
             "capacity": 100, "limitRegistrations": {"enabled": true}},
             "ticketGroups": [{"name": "Room", "capacity": 80, "ticketTypes": [
               {"name": "Seat", "price": 1000, "feeAmount": 50, "capacity": 60}, {"name": "Stool", "price": 500}]}],
             "paymentOptions": [{"type": "full", "name": "Now"}, {"type": "partial", "name": "Deposit",
              "partialAmount": 300}]}
            """;

    /** Leaves orders that are open, expired, paid, partly paid, free and canceled, with coupons and registrations. */
    private static void orders() throws SQLException {
        JsonNode event = api.post("/v1/events", EVENT).expect(201).json().get("data");
        api.post("/v1/coupons", "{\"label\": \"Half\", \"code\": \"HALF\", \"duration\": \"once\", \"percentOff\": 50}")
                .expect(201);
        api.post(
                        "/v1/coupons",
                        "{\"label\": \"All\", \"code\": \"ALL\", \"duration\": \"once\", \"percentOff\": 100,"
                                + " \"appliesToTicketFees\": true}")
                .expect(201);
        Shown expiring = order(event, 1, Map.of("couponCode", "HALF"));
        buyer(1).get(expiring.path()).expect(200);
        expire();
        assertThat(Eventually.isTrue(() -> buyer(1).get(expiring.path()).html().contains("has expired")))
                .isTrue();
        for (int i = 2; i < 5; i++) {
            Shown order = order(event, i, i == 3 ? Map.of("paymentOption", "partial") : Map.of("couponCode", "HALF"));
            assertThat(buyer(i).pay(order.path(), "4242424242424242")).isEqualTo("succeeded");
            buyer(i).comeBack(order.path());
        }
        order(event, 5, Map.of("couponCode", "ALL"));
        JsonNode bookings = api.get("/v1/bookings").expect(200).json().get("data");
        api.post("/v1/bookings/" + bookings.get(1).get("id").textValue() + "/cancel", "{}")
                .expect(200);
        Shown open = order(event, 6, Map.of("couponCode", "HALF"));
        buyer(6).pay(open.path(), "4000000000000002");
        order(event, 7, Map.of());
    }

    private static Buyer buyer(int number) {
        return new Buyer(gateway.url(), "buyer" + number + "@example.com");
    }

    private static Shown order(JsonNode event, int number, Map<String, String> changes) {
        Buyer buyer = buyer(number);
        String path = "/s/teashop/" + event.get("slug").textValue();
        Map<String, String> form = new HashMap<>(buyer.form(buyer.get(path)));
        event.at("/ticketGroups/0/ticketTypes")
                .forEach(type -> form.put("tickets." + type.get("id").textValue(), String.valueOf(number % 2 + 1)));
        form.putAll(changes);
        return buyer.post(path, form).expect(303);
    }

    private static void expire() throws SQLException {
        database.run(
                "UPDATE checkout SET hold_until = now() - interval '1 second'",
                "UPDATE processor_task SET due_at = now()");
    }

    @Test
    void ordersInEveryStateAreConsistent() {
        assertThat(database.violations()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '#',
            value = {
                "UPDATE capacity SET taken = taken + 1 WHERE kind = 'event'"
                        + " # UPDATE capacity SET taken = taken - 1 WHERE kind = 'event'",
                "UPDATE capacity SET taken = taken + 1 WHERE kind = 'ticket_group'"
                        + " # UPDATE capacity SET taken = taken - 1 WHERE kind = 'ticket_group'",
                "UPDATE checkout SET claims = claims || '[[\"TICKET_TYPE\", \"x\", 1]]' WHERE status = 'OPEN'"
                        + " # UPDATE checkout SET claims = claims - -1 WHERE status = 'OPEN'",
                "UPDATE checkout SET amount = amount + 1 WHERE status = 'PARTIALLY_PAID'"
                        + " # UPDATE checkout SET amount = amount - 1 WHERE status = 'PARTIALLY_PAID'",
                "UPDATE capacity SET taken = taken + 9 WHERE kind = 'coupon_customer'"
                        + " # UPDATE capacity SET taken = taken - 9 WHERE kind = 'coupon_customer'",
                "UPDATE capacity SET owner_id = 'x' || owner_id WHERE kind = 'coupon_customer'"
                        + " # UPDATE capacity SET owner_id = substr(owner_id, 2) WHERE kind = 'coupon_customer'",
                "UPDATE capacity SET withheld = withheld + 1 WHERE kind = 'event'"
                        + " # UPDATE capacity SET withheld = withheld - 1 WHERE kind = 'event'",
                "INSERT INTO restocked_order SELECT id, TRUE, repeat('0', 24) FROM seller LIMIT 1"
                        + " # DELETE FROM restocked_order",
                "UPDATE registration SET booking_id = reverse(booking_id)"
                        + " # UPDATE registration SET booking_id = reverse(booking_id)",
                "UPDATE payment_attempt SET status = 'CANCELED' WHERE status = 'SUCCEEDED'"
                        + " # UPDATE payment_attempt SET status = 'SUCCEEDED' FROM checkout c"
                        + " WHERE c.id = checkout_id AND c.status IN ('PAID', 'PARTIALLY_PAID')"
            })
    void whatIsWrongIsFound(String change, String undo) throws SQLException {
        database.run(change);
        assertThat(database.violations()).as(change).isNotEmpty();
        database.run(undo);
        assertThat(database.violations()).as(undo).isEmpty();
    }
}
