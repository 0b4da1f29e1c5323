package io.tollgate.sales.aftersales;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.records.Capacities.Kind;
import io.tollgate.support.Parallel;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestApi.Reply;
import io.tollgate.support.TestEvent;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import io.vertx.sqlclient.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Cancellation of bookings and tickets. */
class OrderCancellationTest {
    private final TestSeller seller = TestGateway.shared().seller();
    private final TestApi api = seller.live();
    private final TestEvent event = new TestEvent(seller);
    private final String group = event.group(one -> {});
    private final String type = event.type(2500);

    private ObjectNode body(int quantity) {
        return event.body("anna@example.com", Map.of(type, quantity));
    }

    private static JsonNode booked(TestApi by, ObjectNode body) {
        return by.post("/v1/bookings", body.toString()).expect(201).json().get("data");
    }

    private static String id(JsonNode record) {
        return record.get("id").textValue();
    }

    private Reply cancel(JsonNode booking) {
        return api.post("/v1/bookings/" + id(booking) + "/cancel", "{\"reason\":\"Ill\"}");
    }

    private static String code(Reply reply, int status) {
        return reply.expect(status).json().get("code").textValue();
    }

    private JsonNode invoice(JsonNode booking) {
        return api.get("/v1/invoices/" + booking.get("invoiceId").textValue())
                .expect(200)
                .json()
                .get("data");
    }

    private List<JsonNode> tickets(JsonNode booking) {
        List<JsonNode> tickets = new ArrayList<>();
        api.get("/v1/tickets?bookingId=" + id(booking))
                .expect(200)
                .json()
                .get("data")
                .forEach(tickets::add);
        return tickets;
    }

    private int taken(String ownerId) {
        for (Row row : TestSeller.rows(
                "SELECT taken FROM capacity WHERE seller_id = $1 AND owner_id = $2", seller.id(), ownerId)) {
            return row.getInteger(0);
        }
        return 0;
    }

    private List<Integer> taken() {
        return List.of(taken(event.id()), taken(group), taken(type));
    }

    @Test
    void an_unpaid_booking_releases_everything_that_it_took() {
        String coupon = event.coupon(one -> one.put("percentOff", 10).put("code", "ONCE"));
        event.with(page ->
                page.withObject("/eventDetails").putObject("limitRegistrations").put("enabled", true));
        event.capacity(Kind.TICKET_TYPE, type, 2)
                .capacity(Kind.COUPON, coupon, 1)
                .save();
        JsonNode booking = booked(api, body(2).put("couponId", coupon));
        assertThat(taken()).containsExactly(2, 2, 2);
        JsonNode canceled = cancel(booking).expect(200).json().get("data");
        assertThat(canceled.get("status").textValue()).isEqualTo("canceled");
        assertThat(canceled.get("orderStatus").textValue()).isEqualTo("canceled");
        assertThat(canceled.get("amountDue").asLong()).isZero();
        assertThat(canceled.get("canceledReason").textValue()).isEqualTo("Ill");
        assertThat(canceled.get("canceledAt").textValue()).isNotEmpty();
        assertThat(invoice(booking).get("status").textValue()).isEqualTo("void");
        assertThat(invoice(booking).get("amountDue").asLong()).isZero();
        assertThat(tickets(booking)).hasSize(2).allSatisfy(ticket -> {
            assertThat(ticket.get("status").textValue()).isEqualTo("CANCELED");
            assertThat(ticket.get("canceledAt").textValue()).isNotEmpty();
        });
        assertThat(taken()).containsExactly(0, 0, 0);
        assertThat(taken(coupon)).isZero();
        assertThat(code(cancel(booking), 409)).isEqualTo("booking_canceled");
        assertThat(code(api.post("/v1/bookings/" + id(booking) + "/record-payment", "{\"method\":\"cash\"}"), 409))
                .isEqualTo("nothing_due");
        // The same customer, the same places and the same coupon.
        booked(api, body(2).put("couponId", coupon));
        assertThat(taken()).containsExactly(2, 2, 2);
    }

    @Test
    void what_was_paid_stays_paid() {
        event.save();
        JsonNode booking = booked(api, body(2));
        api.post("/v1/bookings/" + id(booking) + "/record-payment", "{\"amount\":1000,\"method\":\"cash\"}")
                .expect(200);
        JsonNode canceled = cancel(booking).expect(200).json().get("data");
        assertThat(canceled.get("status").textValue()).isEqualTo("partially_paid");
        assertThat(canceled.get("amountPaid").asLong()).isEqualTo(1000);
        assertThat(canceled.get("amountDue").asLong()).isZero();
        assertThat(invoice(booking).get("status").textValue()).isEqualTo("uncollectible");
        JsonNode free = booked(api, body(1).put("complimentary", true).putNull("paymentOption"));
        assertThat(cancel(free).expect(200).json().at("/data/status").textValue())
                .isEqualTo("paid");
        assertThat(invoice(free).get("status").textValue()).isEqualTo("paid");
        assertThat(taken()).containsExactly(0, 0, 0);
    }

    @Test
    void a_ticket_releases_its_own_place_once() {
        event.save();
        JsonNode booking = booked(api, body(3));
        String ticket = id(tickets(booking).get(0));
        JsonNode canceled = api.post("/v1/tickets/" + ticket + "/cancel", "{}")
                .expect(200)
                .json()
                .get("data");
        assertThat(canceled.get("status").textValue()).isEqualTo("CANCELED");
        assertThat(code(api.post("/v1/tickets/" + ticket + "/cancel", "{}"), 409))
                .isEqualTo("ticket_canceled");
        assertThat(taken()).containsExactly(2, 2, 2);
        assertThat(code(
                        api.post(
                                "/v1/tickets/validate/"
                                        + canceled.get("checkInCode").textValue(),
                                "{}"),
                        422))
                .isEqualTo("ticket_not_paid");
        assertThat(api.get("/v1/bookings/" + id(booking))
                        .json()
                        .at("/data/orderStatus")
                        .textValue())
                .isEqualTo("active");
        cancel(booking).expect(200);
        assertThat(taken()).containsExactly(0, 0, 0);
    }

    @Test
    void a_test_booking_releases_nothing() {
        event.save();
        booked(api, body(2));
        JsonNode tried = booked(seller.test(), body(2));
        seller.test().post("/v1/bookings/" + id(tried) + "/cancel", "{}").expect(200);
        assertThat(taken()).containsExactly(2, 2, 2);
    }

    /** The rows of the booking and its tickets are locked, so that each place is released once. */
    @Test
    void at_the_same_moment_places_are_released_once() {
        event.save();
        booked(api, body(5));
        JsonNode booking = booked(api, body(4));
        List<String> tickets =
                tickets(booking).stream().map(OrderCancellationTest::id).toList();
        List<Integer> statuses = Parallel.times(
                16,
                number -> number % 2 == 0
                        ? cancel(booking).status()
                        : api.post("/v1/tickets/" + tickets.get(number / 2 % 4) + "/cancel", "{}")
                                .status());
        assertThat(statuses).containsOnly(200, 409);
        assertThat(taken()).containsExactly(5, 5, 5);
    }

    /** Control: without the check of the status, a place is released twice, and the counters show it. */
    @Test
    void without_the_check_of_the_status_places_are_released_twice() {
        event.save();
        booked(api, body(5));
        JsonNode booking = booked(api, body(1));
        String ticket = id(tickets(booking).get(0));
        api.post("/v1/tickets/" + ticket + "/cancel", "{}").expect(200);
        ObjectNode stale = (ObjectNode) tickets(booking).get(0);
        TestSeller.rows(
                "UPDATE ticket SET status = 'PAID', record = convert_to(replace(convert_from(record, 'UTF8'),"
                        + " '\"status\":\"CANCELED\"', '\"status\":\"PAID\"'), 'UTF8')"
                        + " WHERE seller_id = $1 AND id = $2",
                seller.id(),
                id(stale));
        api.post("/v1/tickets/" + ticket + "/cancel", "{}").expect(200);
        assertThat(taken()).containsExactly(4, 4, 4);
    }
}
