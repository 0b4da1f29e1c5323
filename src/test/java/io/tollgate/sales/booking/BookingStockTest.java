package io.tollgate.sales.booking;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.records.Capacities;
import io.tollgate.platform.records.Capacities.Kind;
import io.tollgate.sales.purchase.Codes;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestApi.Reply;
import io.tollgate.support.TestEvent;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import io.vertx.sqlclient.Row;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tickets that are not on sale, sold out or already used are rejected, and a rejected booking takes nothing. */
class BookingStockTest {
    private final TestSeller seller = TestGateway.shared().seller();
    private final TestApi api = seller.live();
    private final TestEvent event = new TestEvent(seller);
    private final String group = event.group(one -> {});
    private final String type = event.type(2500);

    private ObjectNode body(int quantity) {
        return event.body("anna@example.com", Map.of(type, quantity));
    }

    private Reply book(TestApi by, ObjectNode body) {
        return by.post("/v1/bookings", body.toString());
    }

    private static String code(Reply reply, int status) {
        return reply.expect(status).json().get("code").textValue();
    }

    private int taken(String ownerId) {
        for (Row row : TestSeller.rows(
                "SELECT taken FROM capacity WHERE seller_id = $1 AND owner_id = $2", seller.id(), ownerId)) {
            return row.getInteger(0);
        }
        return 0;
    }

    @ParameterizedTest
    @EnumSource(names = {"EVENT", "TICKET_GROUP", "TICKET_TYPE", "COUPON"})
    void sold_out_is_named_and_taken_by_live_bookings_only(Kind kind) {
        String coupon = event.coupon(one -> one.put("percentOff", 10).put("code", "LAST"));
        Map<Kind, String> owners =
                Map.of(Kind.EVENT, event.id(), Kind.TICKET_GROUP, group, Kind.TICKET_TYPE, type, Kind.COUPON, coupon);
        Map<Kind, String> names = Map.of(
                Kind.EVENT, "Spring concert", Kind.TICKET_GROUP, "Hall", Kind.TICKET_TYPE, "Seat", Kind.COUPON, "LAST");
        event.capacity(kind, owners.get(kind), kind == Kind.COUPON ? 1 : 2).save();
        book(seller.test(), body(2).put("couponId", coupon)).expect(201);
        book(seller.test(), body(2).put("couponId", coupon)).expect(201);
        owners.values().forEach(owner -> assertThat(taken(owner)).isZero());
        book(api, body(1).put("couponId", coupon)).expect(201);
        Reply refused = book(api, body(2).put("couponId", coupon));
        assertThat(code(refused, 409)).isEqualTo("sold_out");
        assertThat(refused.json().get("message").textValue()).contains(names.get(kind));
        owners.values()
                .forEach(owner ->
                        assertThat(taken(owner)).as("nothing by the refused").isOne());
        assertThat(api.get("/v1/bookings").total()).isOne();
        assertThat(api.get("/v1/invoices").total()).isOne();
    }

    @Test
    void refusal_is_kept_for_its_key() {
        event.capacity(Kind.TICKET_TYPE, type, 1).save();
        Reply first = api.writeWithRetries("POST", "/v1/bookings", "k", body(2).toString())
                .expect(409);
        TestSeller.rows("UPDATE capacity SET capacity = 9 WHERE seller_id = $1", seller.id());
        Reply again = api.writeWithRetries("POST", "/v1/bookings", "k", body(2).toString())
                .expect(409);
        assertThat(again.body()).isEqualTo(first.body());
        api.writeWithRetries("POST", "/v1/bookings", "k 2", body(2).toString()).expect(201);
    }

    @ParameterizedTest
    @ValueSource(strings = {"draft", "archived"})
    void event_that_is_not_published_is_not_on_sale(String status) {
        event.with(document -> document.put("status", status)).save();
        assertThat(code(book(api, body(1)), 409)).isEqualTo("not_on_sale");
        assertThat(code(book(seller.test(), body(1)), 409)).isEqualTo("not_on_sale");
    }

    @Test
    void canceled_event_is_not_on_sale() {
        event.with(document -> document.withObject("/eventDetails").put("status", "canceled"))
                .save();
        assertThat(code(book(api, body(1)), 409)).isEqualTo("not_on_sale");
    }

    @Test
    void types_outside_their_sale_are_refused_in_both_modes() {
        String disabled = event.type(100, one -> one.put("status", "disabled"));
        String over = event.type(
                100,
                one -> one.put("availabilityBehavior", "date_time_based").put("saleEndOn", "2020-01-01T00:00:00.000Z"));
        String soon = event.type(
                100,
                one -> one.put("availabilityBehavior", "date_time_based")
                        .put("saleStartOn", "2099-01-01T00:00:00.000Z"));
        event.group(one -> one.put("status", "disabled"));
        String inside = event.type(100);
        event.save();
        for (String one : new String[] {disabled, over, soon, inside}) {
            ObjectNode body = event.body("anna@example.com", Map.of(type, 1, one, 1));
            assertThat(code(book(api, body), 409)).isEqualTo("not_on_sale");
            assertThat(code(book(seller.test(), body), 409)).isEqualTo("not_on_sale");
        }
        assertThat(taken(type)).isZero();
    }

    private String status(String path) {
        return api.get("/v1/events/" + event.id())
                .expect(200)
                .json()
                .at("/data" + path)
                .textValue();
    }

    /** Archived and disabled tickets do not count as available. */
    @ParameterizedTest
    @ValueSource(strings = {"archived", "disabled"})
    void sold_out_is_said_beside_what_is_not_offered(String offered) {
        event.type(100, one -> one.put("status", offered));
        event.group(one -> one.put("status", offered));
        event.type(100);
        event.capacity(Kind.TICKET_TYPE, type, 1).save();
        assertThat(status("/eventDetails/status")).isEqualTo("active");
        assertThat(status("/ticketGroups/0/availabilityStatus")).isEqualTo("available");
        book(api, body(1)).expect(201);
        assertThat(status("/ticketGroups/0/availabilityStatus")).isEqualTo("sold_out");
        assertThat(status("/ticketGroups/1/availabilityStatus")).isEqualTo("unavailable");
        assertThat(status("/eventDetails/status")).isEqualTo("sold_out");
    }

    /** Test bookings are never sold out: a full event must not hide that a ticket is not on sale. */
    @Test
    void what_is_not_on_sale_is_not_sold_out_instead() {
        event.group(one -> one.put("status", "archived"));
        String archived = event.type(100);
        event.capacity(Kind.EVENT, event.id(), 1).save();
        book(api, body(1)).expect(201);
        assertThat(status("/ticketGroups/0/availabilityStatus")).isEqualTo("sold_out");
        assertThat(status("/ticketGroups/1/availabilityStatus")).isEqualTo("unavailable");
        ObjectNode body = event.body("anna@example.com", Map.of(archived, 1));
        assertThat(code(book(seller.test(), body), 409)).isEqualTo("not_on_sale");
        assertThat(code(book(api, body), 409)).isEqualTo("not_on_sale");
    }

    @Test
    void each_guest_is_registered_once_for_each_mode() {
        event.with(document -> document.withObject("/eventDetails")
                        .putObject("limitRegistrations")
                        .put("enabled", true))
                .save();
        book(api, body(2)).expect(201);
        Reply again = book(api, event.body("ANNA@example.com", Map.of(type, 1)));
        assertThat(code(again, 403)).isEqualTo("registration_limit");
        book(seller.test(), body(1)).expect(201);
        book(seller.test(), body(1)).expect(403);
        book(api, event.body("berta@example.com", Map.of(type, 1))).expect(201);
        assertThat(taken(type)).isEqualTo(3);
    }

    @Test
    void bookings_from_before_the_limit_count_unless_they_were_canceled() {
        event.save();
        String first = book(api, body(1)).expect(201).json().at("/data/id").textValue();
        TestSeller.rows(
                "UPDATE page SET document = jsonb_set(document, '{eventDetails,limitRegistrations}',"
                        + " '{\"enabled\": true}') WHERE seller_id = $1 AND id = $2",
                seller.id(),
                event.id());
        book(api, body(1)).expect(403);
        TestSeller.rows("UPDATE booking SET status = 'canceled' WHERE seller_id = $1 AND id = $2", seller.id(), first);
        book(api, body(1)).expect(201);
    }

    /** A short id or order number that exists already is drawn again, and the booking is created. */
    @Test
    void numbers_that_are_taken_are_drawn_again() {
        event.save();
        Codes unlucky = new Codes() {
            private int orders;
            private int shorts;

            @Override
            public synchronized String orderId() {
                return "%08d".formatted(orders++ / 12);
            }

            @Override
            public synchronized String shortId() {
                return "SAME222" + "ABCDEFGH".charAt(shorts++ / 3);
            }
        };
        try (BookingServer server = new BookingServer(Capacities::claim, unlucky)) {
            for (int i = 0; i < 3; i++) {
                ObjectNode body = event.body("buyer" + i + "@example.com", Map.of(type, 1));
                book(server.with(seller.liveKey()), body).expect(201);
            }
        }
        for (String table : List.of("booking", "ticket", "order_number")) {
            assertThat(TestSeller.rows("SELECT FROM " + table + " WHERE seller_id = $1", seller.id()))
                    .hasSize(3);
        }
    }
}
