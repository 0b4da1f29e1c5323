package io.tollgate.sales.booking;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestApi.Reply;
import io.tollgate.support.TestEvent;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** POST of bookings: permissions, the created records, and repeated requests. */
class BookingCreateTest {
    private static final String PATH = "/v1/bookings";

    private final TestSeller seller = TestGateway.shared().seller();
    private final TestApi api = seller.live();
    private final TestEvent event = new TestEvent(seller);
    private final String type = event.type(2500);

    private ObjectNode body(int quantity) {
        return event.body("Anna@example.com ", Map.of(type, quantity));
    }

    private static JsonNode data(Reply reply) {
        return reply.expect(201).json().get("data");
    }

    @Test
    void needs_a_key() {
        event.save();
        TestGateway.shared().api(null).post(PATH, body(1).toString()).expect(401);
    }

    @Test
    void event_of_another_seller_is_as_unknown() {
        event.save();
        TestApi other = TestGateway.shared().seller().live();
        String id = body(1).get("eventId").textValue();
        Reply foreign = other.post(PATH, body(1).toString()).expect(400);
        Reply unknown = other.post(PATH, body(1).put("eventId", "0".repeat(24)).toString())
                .expect(400);
        assertThat(foreign.json().at("/errors/0/param").textValue()).isEqualTo("eventId");
        assertThat(foreign.fingerprint().replace(id, "0".repeat(24))).isEqualTo(unknown.fingerprint());
        assertThat(api.get(PATH).total()).isZero();
    }

    @Test
    void booking_is_of_the_mode_of_its_key() {
        event.save();
        JsonNode test = data(seller.test().post(PATH, body(1).toString()));
        assertThat(test.get("livemode").booleanValue()).isFalse();
        api.get(PATH + "/" + test.get("id").textValue()).expect(404);
        assertThat(api.get("/v1/tickets").total()).isZero();
        assertThat(seller.test().get("/v1/customers").total()).isOne();
        assertThat(api.get("/v1/customers").total()).isZero();
        assertThat(api.post(PATH + "?livemode=false", body(1).toString()).problems())
                .containsExactly("livemode");
    }

    @Test
    void booking_by_invoice_waits_for_its_money() {
        event.save();
        JsonNode booking = data(api.post(PATH, body(2).toString()));
        assertThat(booking.get("status").textValue()).isEqualTo("unpaid");
        assertThat(booking.get("orderStatus").textValue()).isEqualTo("active");
        assertThat(booking.get("amount").longValue()).isEqualTo(5000);
        assertThat(booking.get("amountDue").longValue()).isEqualTo(5000);
        assertThat(booking.get("amountPaid").longValue()).isZero();
        assertThat(booking.at("/paymentMethod/gateway").textValue()).isEqualTo("manual");
        assertThat(booking.at("/paymentMethod/method").textValue()).isEqualTo("manual");
        assertThat(booking.at("/paymentOption/type").textValue()).isEqualTo("manual");
        assertThat(booking.at("/paymentOption/manualType").textValue()).isEqualTo("invoice");
        assertThat(booking.get("isAbandoned").booleanValue()).isFalse();
        assertThat(booking.get("transactionIds")).isNotEmpty();
        assertThat(booking.get("orderId").textValue()).matches("[0-9]{8}");
        assertThat(booking.get("customerEmail").textValue()).isEqualTo("anna@example.com");
        assertThat(booking.get("eventTitle").textValue()).isEqualTo("Spring concert");
        assertThat(api.get(PATH + "/" + booking.get("id").textValue()).json().get("data"))
                .isEqualTo(booking);
    }

    @Test
    void tickets_customer_invoice_and_trail_come_with_it() {
        event.save();
        JsonNode booking = data(api.post(PATH, body(3).toString()));
        String id = booking.get("id").textValue();
        JsonNode tickets =
                api.get("/v1/tickets?bookingId=" + id).expect(200).json().get("data");
        assertThat(tickets).hasSize(3);
        Set<String> codes = new HashSet<>();
        for (JsonNode ticket : tickets) {
            assertThat(ticket.get("orderId")).isEqualTo(booking.get("orderId"));
            assertThat(ticket.get("attendeeEmail").textValue()).isEqualTo("anna@example.com");
            assertThat(ticket.get("ticketShortId").textValue()).matches("[2-9A-HJ-NP-Z]{8}");
            assertThat(ticket.get("checkInCode").textValue()).hasSizeGreaterThanOrEqualTo(32);
            assertThat(ticket.get("revenue").longValue()).isEqualTo(2500);
            codes.add(ticket.get("checkInCode").textValue());
        }
        assertThat(codes).hasSize(3);
        JsonNode invoice = api.get("/v1/invoices/" + booking.get("invoiceId").textValue())
                .expect(200)
                .json()
                .get("data");
        assertThat(invoice.get("invoiceNumber").textValue()).matches("[0-9]{4}-000001");
        assertThat(invoice.get("status").textValue()).isEqualTo("open");
        assertThat(invoice.get("chargeId").textValue()).isEqualTo(id);
        assertThat(invoice.get("chargeType").textValue()).isEqualTo("booking");
        JsonNode customer = api.get("/v1/customers/" + booking.get("customerId").textValue())
                .expect(200)
                .json()
                .get("data");
        assertThat(customer.get("name").textValue()).isEqualTo("Anna Meyer");
        assertThat(api.get("/v1/audit-log").total())
                .as("booking, tickets, invoice, customer")
                .isEqualTo(6);
        api.get(PATH + "/" + id + "/ticket-pdf").expect(404);
    }

    @Test
    void customer_is_found_by_the_address_and_left_as_it_is() {
        event.save();
        JsonNode first = data(api.post(PATH, body(1).toString()));
        ObjectNode again = body(1);
        ((ObjectNode) again.at("/fields/0")).put("value", "Someone else");
        JsonNode second = data(api.post(PATH, again.toString()));
        assertThat(second.get("customerId")).isEqualTo(first.get("customerId"));
        assertThat(second.get("customerName").textValue()).isEqualTo("Someone else");
        assertThat(api.get("/v1/customers").json().at("/data/0/name").textValue())
                .isEqualTo("Anna Meyer");
        assertThat(second.get("orderId")).isNotEqualTo(first.get("orderId"));
    }

    @Test
    void invoices_are_numbered_without_gaps_for_each_mode() {
        event.save();
        List<String> numbers = new ArrayList<>();
        for (TestApi mode : List.of(api, seller.test(), api, api)) {
            JsonNode booking = data(mode.post(PATH, body(1).toString()));
            numbers.add(mode.get("/v1/invoices/" + booking.get("invoiceId").textValue())
                    .json()
                    .at("/data/invoiceNumber")
                    .textValue()
                    .substring(5));
            api.post(PATH, body(1).put("eventId", "0".repeat(24)).toString()).expect(400);
        }
        assertThat(numbers).containsExactly("000001", "000001", "000002", "000003");
    }

    @Test
    void request_that_comes_again_finds_its_booking() {
        event.save();
        Reply first =
                api.writeWithRetries("POST", PATH, "one", body(2).toString()).expect(201);
        Reply again =
                api.writeWithRetries("POST", PATH, "one", body(2).toString()).expect(201);
        assertThat(again.body()).isEqualTo(first.body());
        assertThat(again.header("Idempotent-Replayed")).isEqualTo("true");
        assertThat(api.get(PATH).total()).isOne();
        assertThat(api.get("/v1/tickets").total()).isEqualTo(2);
        assertThat(api.get("/v1/invoices").total()).isOne();
    }
}
