package io.tollgate.booking;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestEvent;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What single tickets of a booking are worth. */
class TicketRevenueTest {
    private final TestSeller seller = TestGateway.shared().seller();
    private final TestApi api = seller.live();
    private final TestEvent event = new TestEvent(seller);

    /** Neither the discount nor the coupon parts evenly; what a ticket lost by the one it does not lose twice. */
    @Test
    void none_is_worth_less_than_nothing() {
        event.group(group -> group.putArray("bulkDiscounts")
                .addObject()
                .put("minQuantity", 2)
                .put("maxQuantity", 9)
                .put("percentOff", 33.333333));
        String seat = event.type(100, type -> type.put("feeAmount", 7));
        String coupon = event.coupon(one -> one.put("percentOff", 100).put("appliesToTicketFees", true));
        event.open();
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
}
