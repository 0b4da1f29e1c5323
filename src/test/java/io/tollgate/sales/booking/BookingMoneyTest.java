package io.tollgate.sales.booking;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.catalog.model.OfferedMethods;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestEvent;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Prices of bookings, the amounts in their records, and the answers that they store. */
class BookingMoneyTest {
    private final TestSeller seller = TestGateway.shared().seller();
    private final TestApi api = seller.live();
    private final TestEvent event = new TestEvent(seller);

    private JsonNode book(ObjectNode body) {
        return api.post("/v1/bookings", body.toString()).expect(201).json().get("data");
    }

    private ObjectNode body(Map<String, Integer> tickets) {
        return event.body("anna@example.com", tickets);
    }

    private long sum(JsonNode booking, String field) {
        long sum = 0;
        String path = "/v1/tickets?limit=100&bookingId=" + booking.get("id").textValue();
        for (JsonNode ticket : api.get(path).expect(200).json().get("data")) {
            sum += ticket.get(field).longValue();
        }
        return sum;
    }

    private JsonNode invoice(JsonNode booking) {
        return api.get("/v1/invoices/" + booking.get("invoiceId").textValue())
                .expect(200)
                .json()
                .get("data");
    }

    private static long amount(JsonNode record, String field) {
        return record.get(field).longValue();
    }

    @Test
    void coupon_takes_off_a_tenth() {
        String type = event.type(2500);
        String coupon = event.coupon(one -> one.put("percentOff", 10).put("code", "TENTH"));
        event.save();
        JsonNode booking = book(body(Map.of(type, 1)).put("couponId", coupon));
        assertThat(amount(booking, "amount")).isEqualTo(2250);
        assertThat(booking.at("/coupon/discount").longValue()).isEqualTo(250);
        assertThat(booking.at("/coupon/code").textValue()).isEqualTo("TENTH");
        assertThat(api.get("/v1/bookings?couponCode=TENTH").total()).isOne();
        assertThat(invoice(booking).at("/lineItems/0/couponCode").textValue()).isEqualTo("TENTH");
        assertThat(api.get("/v1/coupons/" + coupon)
                        .json()
                        .at("/data/timesRedeemed")
                        .intValue())
                .isOne();
    }

    @Test
    void order_comes_to_no_more_than_an_amount_may_be() {
        String type = event.type(49_999_999, one -> one.put("feeAmount", 1));
        event.save();
        assertThat(api.post("/v1/bookings", body(Map.of(type, 2)).toString()).problems())
                .containsExactly("tickets");
        ObjectNode complimentary = body(Map.of(type, 2)).put("complimentary", true);
        complimentary.remove("paymentOption");
        assertThat(api.post("/v1/bookings", complimentary.toString()).problems())
                .containsExactly("tickets");
        assertThat(amount(book(body(Map.of(type, 1))), "amount")).isEqualTo(50_000_000);
    }

    @Test
    void complimentary_booking_is_paid_and_tells_what_it_was_worth() {
        String type = event.type(2500, one -> one.put("feeAmount", 100));
        event.save();
        ObjectNode body = body(Map.of(type, 2)).put("complimentary", true);
        body.remove("paymentOption");
        JsonNode booking = book(body);
        assertThat(booking.get("status").textValue()).isEqualTo("paid");
        assertThat(booking.get("isComplimentary").booleanValue()).isTrue();
        for (String field : List.of("amount", "amountPaid", "amountDue", "taxAmount")) {
            assertThat(amount(booking, field)).as(field).isZero();
        }
        assertThat(amount(booking, "complimentaryDiscountAmount")).isEqualTo(5000);
        assertThat(booking.at("/tickets/0/originalPrice").longValue()).isEqualTo(2500);
        assertThat(sum(booking, "complimentaryAmount")).isEqualTo(5200);
        assertThat(sum(booking, "revenue")).isZero();
        assertThat(invoice(booking).get("status").textValue()).isEqualTo("paid");
        assertThat(api.get("/v1/bookings?isComplimentary=true").total()).isOne();
        assertThat(api.get("/v1/bookings/" + booking.get("id").textValue() + "/ticket-pdf")
                        .expect(200)
                        .body())
                .startsWith("%PDF-");
    }

    @Test
    void free_booking_is_paid_with_nothing_due() {
        String type = event.type(0);
        event.save();
        ObjectNode body = body(Map.of(type, 2));
        body.remove("paymentOption");
        JsonNode booking = book(body);
        assertThat(booking.get("status").textValue()).isEqualTo("paid");
        assertThat(amount(booking, "amountDue")).isZero();
        assertThat(booking.get("isComplimentary").booleanValue()).isFalse();
        assertThat(booking.get("paymentMethod").isNull()).isTrue();
    }

    @Test
    void chosen_price_is_charged() {
        String type = event.type(500, one -> one.put("pricing", "pwyw"));
        event.save();
        ObjectNode body = body(Map.of(type, 2));
        body.putObject("ticketPwywAmounts").put(type, 777);
        assertThat(amount(book(body), "amount")).isEqualTo(1554);
    }

    private void fees() {
        ArrayNode every = new ObjectMapper().valueToTree(OfferedMethods.NAMES);
        event.with(document -> document.putArray("fees")
                .add(document.objectNode()
                        .put("name", "Service")
                        .put("percentage", 2.5)
                        .put("amount", 35)
                        .put("multiplyByTickets", true))
                .add(document.objectNode()
                        .put("name", "Card")
                        .put("amount", 50)
                        .put("applyToSpecificPaymentMethods", true)
                        .set("paymentMethods", every)));
    }

    /** All pricing steps at once, over two groups, with amounts that do not divide evenly. */
    @Test
    void parts_sum_to_the_whole() {
        event.group(group -> group.putArray("bulkDiscounts")
                .addObject()
                .put("minQuantity", 3)
                .put("maxQuantity", 100)
                .put("percentOff", 7));
        String hall = event.type(1999, one -> one.put("feeAmount", 99));
        event.group(group -> {});
        String box = event.type(3333);
        fees();
        event.taxRate(19, false);
        String coupon = event.coupon(one -> one.put("amountOff", 1001)
                .put("currency", "eur")
                .put("appliesToTicketFees", true)
                .putArray("ticketTypeIds")
                .add(hall));
        event.save();
        JsonNode booking = book(body(Map.of(hall, 3, box, 2)).put("couponId", coupon));
        long subtotal = 3 * (1999 + 99) + 2 * 3333;
        long bulk = Math.round(3 * 1999 * 0.07);
        long discounted = subtotal - bulk - 1001;
        long fees = Math.round(discounted * 0.025) + 5 * 35;
        long tax = Math.round((discounted + fees) * 0.19);
        assertThat(amount(booking, "amount")).isEqualTo(discounted + fees + tax);
        assertThat(amount(booking, "taxAmount")).isEqualTo(tax);
        assertThat(amount(booking, "ticketFeesAmount")).isEqualTo(297);
        assertThat(booking.at("/fees/0/amount").longValue()).isEqualTo(fees);
        assertThat(booking.get("fees")).hasSize(1);
        assertThat(booking.at("/discount/amount").longValue()).isEqualTo(bulk);
        assertThat(booking.at("/taxRates/0/percentage").doubleValue()).isEqualTo(19);
        assertThat(sum(booking, "revenue")).isEqualTo(amount(booking, "amount"));
        assertThat(sum(booking, "couponAmount")).isEqualTo(1001);
        assertThat(sum(booking, "discountAmount")).isEqualTo(bulk);
        assertThat(sum(booking, "taxAmount")).isEqualTo(tax);
        hold(invoice(booking), subtotal, discounted);
    }

    @Test
    void price_of_one_of_many_is_rounded_half_up() {
        event.group(group -> group.putArray("bulkDiscounts")
                .addObject()
                .put("minQuantity", 2)
                .put("maxQuantity", 9)
                .put("percentOff", 10));
        String seat = event.type(3333);
        event.save();
        JsonNode booking = book(body(Map.of(seat, 2)));
        assertThat(amount(booking, "amount")).isEqualTo(5999);
        assertThat(booking.at("/tickets/0/price").longValue()).isEqualTo(3000);
    }

    private static void hold(JsonNode invoice, long subtotal, long discounted) {
        assertThat(amount(invoice, "subtotal")).isEqualTo(subtotal);
        assertThat(amount(invoice, "subtotalAfterDiscount")).isEqualTo(discounted);
        List<String> lines = new ArrayList<>();
        invoice.get("lineItems").forEach(line -> lines.add(line.get("type").textValue()));
        assertThat(lines).containsExactly("ticket", "ticketFee", "ticket");
    }

    @Test
    void tax_of_the_processor_needs_a_field_for_the_address() {
        String type = event.type(2500);
        event.with(document -> document.putObject("tax").put("enabled", true).put("mode", "processor"));
        event.save();
        assertThat(api.post("/v1/bookings", body(Map.of(type, 1)).toString())
                        .expect(422)
                        .json()
                        .get("code")
                        .textValue())
                .isEqualTo("tax_address_needed");
        ObjectNode free = body(Map.of(type, 1)).put("complimentary", true);
        free.remove("paymentOption");
        book(free);
    }

    private static void answer(ArrayNode fields) {
        fields.addObject().put("reference", "company").put("value", "Meyer & Co");
        fields.addObject()
                .put("reference", "days")
                .putArray("values")
                .add("Friday")
                .add("Monday");
        fields.addObject()
                .put("reference", "vat")
                .put("value", "DE811907980")
                .putObject("meta")
                .put("type", "eu_vat");
        fields.addObject().put("reference", "order").put("value", "PO-7");
        fields.addObject()
                .put("reference", "address")
                .putObject("value")
                .putObject("billing")
                .put("line1", "Elm Street 1")
                .put("city", "Utrecht")
                .put("region", "UT")
                .put("country", "nl");
    }

    @Test
    void answers_keep_the_names_of_the_event() {
        String type = event.type(2500);
        event.field("Company", "text", "company-name", false, field -> {});
        event.field("Days", "multi-select", "", false, field -> {
            ArrayNode options = field.putArray("options");
            List.of("Monday", "Tuesday", "Friday")
                    .forEach(label -> options.addObject().put("label", label).put("value", label));
        });
        event.field("VAT", "tax-id", "tax-id", false, field -> {});
        event.field("Order", "po-number", "po-number", false, field -> {});
        event.field("Address", "address", "", true, field -> field.put("collect", "billing"));
        event.save();
        ObjectNode body = body(Map.of(type, 1));
        answer((ArrayNode) body.get("fields"));
        JsonNode booking = book(body);
        assertThat(booking.at("/fields/3/value").textValue()).isEqualTo("Monday, Friday");
        assertThat(booking.at("/fields/3/values")).hasSize(2);
        assertThat(booking.at("/fields/3/label").textValue()).isEqualTo("Days");
        assertThat(booking.at("/billing/companyName").textValue()).isEqualTo("Meyer & Co");
        assertThat(booking.at("/billing/address/country").textValue()).isEqualTo("NL");
        assertThat(booking.at("/billing/address/state").textValue()).isEqualTo("UT");
        JsonNode invoice = invoice(booking);
        assertThat(invoice.at("/billing/name").textValue()).isEqualTo("Meyer & Co");
        assertThat(invoice.at("/billing/taxId").textValue()).isEqualTo("DE811907980");
        assertThat(invoice.at("/billing/taxIdType").textValue()).isEqualTo("eu_vat");
        assertThat(invoice.get("poNumber").textValue()).isEqualTo("PO-7");
        assertThat(invoice.get("poNumberLabel").textValue()).isEqualTo("Order");
        assertThat(api.get("/v1/customers?search=meyer")
                        .json()
                        .at("/data/0/taxId")
                        .textValue())
                .isEqualTo("DE811907980");
    }

    /** Many records share statements, and the last of them have statements of their own. */
    @Test
    void up_to_thousand_tickets_come_with_one_booking() {
        // The duration of the largest booking depends on the machine; its content does not.
        try (TestGateway patient = TestGateway.startPatient(Map.of())) {
            TestSeller own = patient.seller();
            TestApi client = patient.api(own.liveKey());
            TestEvent large = new TestEvent(own);
            String type = large.type(1);
            large.save();
            for (int number : new int[] {26, 1000}) {
                String body =
                        large.body("anna@example.com", Map.of(type, number)).toString();
                JsonNode booking =
                        client.post("/v1/bookings", body).expect(201).json().get("data");
                String tickets = "/v1/tickets?bookingId=" + booking.get("id").textValue();
                assertThat(client.get(tickets).total()).isEqualTo(number);
            }
        }
    }
}
