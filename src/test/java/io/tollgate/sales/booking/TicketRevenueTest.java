package io.tollgate.sales.booking;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestEvent;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The revenue of the tickets of a booking. */
class TicketRevenueTest {
    private final TestSeller seller = TestGateway.shared().seller();
    private final TestApi api = seller.live();
    private final TestEvent event = new TestEvent(seller);

    /** Neither discount nor coupon divides evenly; no ticket gets the odd units of both. */
    @Test
    void none_is_worth_less_than_nothing() {
        event.group(group -> group.putArray("bulkDiscounts")
                .addObject()
                .put("minQuantity", 2)
                .put("maxQuantity", 9)
                .put("percentOff", 33.333333));
        String seat = event.type(100, type -> type.put("feeAmount", 7));
        String coupon = event.coupon(one -> one.put("percentOff", 100).put("appliesToTicketFees", true));
        event.save();
        ObjectNode body = event.body("anna@example.com", Map.of(seat, 3)).put("couponId", coupon);
        body.remove("paymentOption");
        JsonNode booking =
                api.post("/v1/bookings", body.toString()).expect(201).json().get("data");
        long discount = 0;
        long couponed = 0;
        String path = "/v1/tickets?bookingId=" + booking.get("id").textValue();
        for (JsonNode ticket : api.get(path).expect(200).json().get("data")) {
            discount += ticket.get("discountAmount").longValue();
            couponed += ticket.get("couponAmount").longValue();
            assertThat(ticket.get("revenue").longValue()).isZero();
        }
        assertThat(discount).isEqualTo(100);
        assertThat(couponed).isEqualTo(200 + 3 * 7);
    }

    /** 13,653 contains 2,180 of tax at 19 %. */
    @Test
    void contained_tax_is_shared_out_and_not_charged_twice() {
        String seat = event.type(4551);
        event.taxRate(19, true);
        event.save();
        JsonNode booking = api.post(
                        "/v1/bookings",
                        event.body("anna@example.com", Map.of(seat, 3)).toString())
                .expect(201)
                .json()
                .get("data");
        assertThat(booking.get("taxAmount").longValue()).isEqualTo(2180);
        String cart = "{\"eventId\":\"%s\",\"tickets\":{\"%s\":3}}".formatted(event.id(), seat);
        JsonNode quote = api.post("/v1/quotes", cart).expect(200).json().get("data");
        assertThat(quote.get("taxAmount")).isEqualTo(booking.get("taxAmount"));
        assertThat(quote.get("amount")).isEqualTo(booking.get("amount"));
        String path = "/v1/tickets?bookingId=" + booking.get("id").textValue();
        JsonNode tickets = api.get(path).expect(200).json().get("data");
        assertThat(tickets)
                .extracting(ticket -> ticket.get("taxAmount").longValue())
                .containsOnly(726L, 727L);
        long tax = 0;
        for (JsonNode ticket : tickets) {
            tax += ticket.get("taxAmount").longValue();
            assertThat(ticket.get("originalPrice").longValue()).isEqualTo(4551);
            assertThat(ticket.get("revenue").longValue()).isEqualTo(4551);
        }
        assertThat(tax).isEqualTo(2180);
    }

    /** Tickets that an older version sold: a migration allocates the tax of their booking. */
    @Test
    void migration_allocates_contained_tax() throws IOException {
        String seat = event.type(4551);
        event.taxRate(19, true);
        event.save();
        String body = event.body("anna@example.com", Map.of(seat, 3)).toString();
        String booking =
                api.post("/v1/bookings", body).expect(201).json().at("/data/id").textValue();
        String path = "/v1/tickets?bookingId=" + booking;
        String allocated = api.get(path).expect(200).body();
        TestSeller.rows("""
                UPDATE ticket SET record = convert_to(regexp_replace(convert_from(record, 'UTF8'),
                    '"taxAmount":[0-9]+', '"taxAmount":0'), 'UTF8') WHERE seller_id = $1""", seller.id());
        assertThat(api.get(path).body()).isNotEqualTo(allocated).contains("\"taxAmount\":0,");
        TestSeller.rows(Files.readString(Path.of("src/main/resources/db/migration/V021__ticket_tax.sql")));
        assertThat(api.get(path).body()).isEqualTo(allocated);
    }
}
