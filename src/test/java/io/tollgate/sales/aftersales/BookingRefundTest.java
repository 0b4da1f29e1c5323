package io.tollgate.sales.aftersales;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
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

/** Refunds of bookings, with the tickets that they cancel. */
class BookingRefundTest {
    private final TestSeller seller = TestGateway.shared().seller();
    private final TestApi api = seller.live();
    private final TestEvent event = new TestEvent(seller);
    private final String group = event.group(one -> {});
    private final String type = event.type(2_500);

    /** Books tickets for 25.00 each and records the payment. */
    private JsonNode paid(TestApi by, int tickets) {
        JsonNode booking = by.post(
                        "/v1/bookings",
                        event.body("anna@example.com", Map.of(type, tickets)).toString())
                .expect(201)
                .json()
                .get("data");
        return by.post("/v1/bookings/" + id(booking) + "/record-payment", "{\"method\":\"cash\"}")
                .expect(200)
                .json()
                .get("data");
    }

    private static String id(JsonNode record) {
        return record.get("id").textValue();
    }

    private Reply refund(JsonNode booking, String body) {
        return api.post("/v1/bookings/" + id(booking) + "/refund", body.replace('\'', '"'));
    }

    private JsonNode read(JsonNode booking) {
        return api.get("/v1/bookings/" + id(booking)).expect(200).json().get("data");
    }

    private List<String> tickets(JsonNode booking, String status) {
        List<String> ids = new ArrayList<>();
        api.get("/v1/tickets?bookingId=" + id(booking))
                .expect(200)
                .json()
                .get("data")
                .forEach(ticket -> {
                    if (ticket.get("status").textValue().equals(status)) {
                        ids.add(id(ticket));
                    }
                });
        return ids;
    }

    private List<Integer> taken() {
        return List.of(taken(event.id()), taken(group), taken(type));
    }

    private int taken(String ownerId) {
        for (Row row : TestSeller.rows(
                "SELECT taken FROM capacity WHERE seller_id = $1 AND owner_id = $2", seller.id(), ownerId)) {
            return row.getInteger(0);
        }
        return 0;
    }

    @Test
    void tickets_are_canceled_with_their_refund_and_their_places_released() {
        event.save();
        JsonNode booking = paid(api, 3);
        String ticket = tickets(booking, "PAID").get(0);
        refund(booking, "{'amount':2500,'ticketIds':['" + ticket + "']}").expect(200);
        assertThat(tickets(booking, "CANCELED")).containsExactly(ticket);
        assertThat(taken()).containsExactly(2, 2, 2);
        assertThat(read(booking).get("status").textValue()).isEqualTo("partial_refund");
        assertThat(read(booking).get("orderStatus").textValue()).isEqualTo("active");
        refund(booking, "{'cancelTickets':true}").expect(200);
        assertThat(tickets(booking, "PAID")).isEmpty();
        assertThat(taken()).containsExactly(0, 0, 0);
        JsonNode ended = read(booking);
        assertThat(ended.get("status").textValue()).isEqualTo("refunded");
        assertThat(ended.get("orderStatus").textValue()).isEqualTo("canceled");
        api.post("/v1/bookings/" + id(booking) + "/cancel", "{}").expect(409);
        assertThat(taken()).containsExactly(0, 0, 0);
    }

    @Test
    void named_tickets_are_refunded_at_their_value_if_no_amount_is_sent() {
        event.save();
        JsonNode booking = paid(api, 3);
        String ticket = tickets(booking, "PAID").get(0);
        refund(booking, "{'ticketIds':['" + ticket + "']}").expect(200);
        assertThat(read(booking).get("amountRefunded").longValue())
                .isEqualTo(read(booking).get("amountPaid").longValue() / 3);
        assertThat(read(booking).get("status").textValue()).isEqualTo("partial_refund");
        assertThat(tickets(booking, "CANCELED")).containsExactly(ticket);
        refund(booking, "{'ticketIds':['" + ticket + "']}").expect(409);
        refund(booking, "{}").expect(200);
        assertThat(read(booking).get("status").textValue()).isEqualTo("refunded");
    }

    @Test
    void a_full_refund_alone_leaves_the_order_active() {
        event.save();
        JsonNode booking = paid(api, 2);
        refund(booking, "{}").expect(200);
        assertThat(read(booking).get("orderStatus").textValue()).isEqualTo("active");
        assertThat(taken()).containsExactly(2, 2, 2);
        api.post("/v1/bookings/" + id(booking) + "/cancel", "{}").expect(200);
        assertThat(read(booking).get("status").textValue()).isEqualTo("refunded");
        assertThat(taken()).containsExactly(0, 0, 0);
    }

    @Test
    void the_rest_of_a_canceled_deposit_is_refunded() {
        event.save();
        JsonNode booking = api.post(
                        "/v1/bookings",
                        event.body("anna@example.com", Map.of(type, 2)).toString())
                .expect(201)
                .json()
                .get("data");
        api.post("/v1/bookings/" + id(booking) + "/record-payment", "{\"amount\":1000,\"method\":\"cash\"}")
                .expect(200);
        api.post("/v1/bookings/" + id(booking) + "/cancel", "{}").expect(200);
        refund(booking, "{}").expect(200);
        assertThat(read(booking).get("status").textValue()).isEqualTo("refunded");
        assertThat(read(booking).get("amountRefunded").asLong()).isEqualTo(1_000);
    }

    @Test
    void tickets_of_other_bookings_are_named() {
        event.save();
        JsonNode booking = paid(api, 1);
        JsonNode other = paid(api, 1);
        String foreign = tickets(other, "PAID").get(0);
        assertThat(refund(booking, "{'ticketIds':['" + foreign + "']}").problems())
                .containsExactly("ticketIds");
        assertThat(refund(booking, "{'cancelTickets':true,'ticketIds':['" + foreign + "']}")
                        .problems())
                .containsExactly("ticketIds");
        assertThat(read(booking).get("amountRefunded").asLong()).isZero();
    }

    @Test
    void at_the_same_moment_places_are_released_once() {
        event.save();
        paid(api, 5);
        JsonNode booking = paid(api, 4);
        List<Integer> statuses = Parallel.times(
                16,
                number -> number % 2 == 0
                        ? refund(booking, "{'amount':5000,'cancelTickets':true}")
                                .status()
                        : api.post("/v1/bookings/" + id(booking) + "/cancel", "{}")
                                .status());
        assertThat(statuses).isSubsetOf(200, 400, 409);
        assertThat(taken()).containsExactly(5, 5, 5);
        assertThat(read(booking).get("amountRefunded").asLong()).isEqualTo(10_000);
    }

    @Test
    void a_test_booking_is_refunded_without_a_processor_and_releases_nothing() {
        event.save();
        paid(api, 2);
        JsonNode tried = paid(seller.test(), 2);
        seller.test()
                .post("/v1/bookings/" + id(tried) + "/refund", "{\"cancelTickets\":true}")
                .expect(200);
        assertThat(taken()).containsExactly(2, 2, 2);
        refund(tried, "{}").expect(404);
    }
}
