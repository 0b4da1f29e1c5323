package io.tollgate.sales.aftersales;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.sales.payment.Payments;
import io.tollgate.support.Parallel;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestApi.Reply;
import io.tollgate.support.TestEvent;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Payments that sellers record for bookings and payments. */
class RecordedPaymentTest {
    private final TestSeller seller = TestGateway.shared().seller();
    private final TestApi api = seller.live();

    /** Books two tickets of 25.00, to be paid by invoice, and returns the booking. */
    private JsonNode booking() {
        TestEvent event = new TestEvent(seller);
        event.group(one -> {});
        String type = event.type(2500);
        event.save();
        return api.post(
                        "/v1/bookings",
                        event.body("anna@example.com", Map.of(type, 2)).toString())
                .expect(201)
                .json()
                .get("data");
    }

    private static String id(JsonNode record) {
        return record.get("id").textValue();
    }

    private Reply record(JsonNode booking, String body) {
        return api.post("/v1/bookings/" + id(booking) + "/record-payment", body.replace('\'', '"'));
    }

    private JsonNode recorded(JsonNode booking, String body) {
        return record(booking, body).expect(200).json().get("data");
    }

    private JsonNode invoice(JsonNode booking) {
        return api.get("/v1/invoices/" + booking.get("invoiceId").textValue())
                .expect(200)
                .json()
                .get("data");
    }

    @Test
    void a_part_and_then_the_rest_pay_a_booking() {
        JsonNode booking = booking();
        JsonNode partly = recorded(
                booking,
                "{'amount':2000,'method':'cash','receivedAt':'2026-01-05T00:00:00.000Z',"
                        + "'reference':'R 1','note':'Desk'}");
        assertThat(partly.get("status").textValue()).isEqualTo("partially_paid");
        assertThat(partly.get("amountPaid").asLong()).isEqualTo(2000);
        assertThat(partly.get("amountDue").asLong()).isEqualTo(3000);
        assertThat(partly.at("/paymentMethod/method").textValue()).isEqualTo("cash");
        assertThat(invoice(booking).get("status").textValue()).isEqualTo("open");
        assertThat(invoice(booking).get("amountDue").asLong()).isEqualTo(3000);
        JsonNode paid = recorded(booking, "{'method':'bank_transfer'}");
        assertThat(paid.get("status").textValue()).isEqualTo("paid");
        assertThat(paid.get("amountPaid").asLong()).isEqualTo(5000);
        assertThat(paid.get("amountDue").asLong()).isZero();
        assertThat(paid.get("transactionIds")).hasSize(3);
        assertThat(invoice(booking).get("status").textValue()).isEqualTo("paid");
        assertThat(invoice(booking).get("amountPaid").asLong()).isEqualTo(5000);
        JsonNode list = api.get("/v1/bookings/" + id(booking) + "/recorded-payments")
                .expect(200)
                .json()
                .get("data");
        assertThat(list.at("/amountPaid").asLong()).isEqualTo(5000);
        assertThat(list.at("/recordedPayments")).hasSize(2);
        assertThat(list.at("/recordedPayments/0/reference").textValue()).isEqualTo("R 1");
        assertThat(list.at("/recordedPayments/0/note").textValue()).isEqualTo("Desk");
        assertThat(list.at("/recordedPayments/0/receivedAt").textValue()).isEqualTo("2026-01-05T00:00:00.000Z");
        assertThat(list.at("/recordedPayments/1/amount").asLong()).isEqualTo(3000);
        assertThat(list.at("/recordedPayments/1/id").textValue())
                .isEqualTo(paid.at("/transactionIds/2").textValue());
        assertThat(record(booking, "{'method':'cash'}")
                        .expect(409)
                        .json()
                        .get("code")
                        .textValue())
                .isEqualTo("nothing_due");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{'amount':5001,'method':'cash'}|amount",
                "{'amount':0,'method':'cash'}|amount",
                "{'amount':-1,'method':'cash'}|amount",
                "{'amount':10}|method",
                "{'method':'coins'}|method",
                "{'method':'cash','receivedAt':'2199-01-01T00:00:00.000Z'}|receivedAt",
                "{'method':'cash','tip':1}|tip"
            })
    void a_wrong_value_is_named_and_nothing_is_recorded(String body, String param) {
        JsonNode booking = booking();
        assertThat(record(booking, body).problems()).containsExactly(param);
        assertThat(api.get("/v1/bookings/" + id(booking))
                        .expect(200)
                        .json()
                        .at("/data/amountPaid")
                        .asLong())
                .isZero();
        assertThat(TestSeller.rows("SELECT FROM recorded_payment WHERE seller_id = $1", seller.id()))
                .isEmpty();
    }

    @Test
    void a_payment_without_an_invoice_is_paid() {
        ObjectNode payment = seller.create(
                Payments.RESOURCE,
                true,
                record -> record.put("status", "unpaid")
                        .put("orderStatus", "active")
                        .put("isAbandoned", false)
                        .put("amount", 900)
                        .put("amountPaid", 0)
                        .put("amountRefunded", 0)
                        .put("amountDue", 900)
                        .putNull("invoiceId")
                        .putObject("paymentMethod")
                        .put("gateway", "processor")
                        .put("method", "card")
                        .put("last4", "4242"));
        JsonNode paid = api.post("/v1/payments/" + id(payment) + "/record-payment", "{\"method\":\"check\"}")
                .expect(200)
                .json()
                .get("data");
        assertThat(paid.get("status").textValue()).isEqualTo("paid");
        assertThat(paid.at("/paymentMethod/last4").textValue())
                .as("the card of the deposit")
                .isEqualTo("4242");
        assertThat(api.get("/v1/payments?status=paid").total()).isOne();
    }

    /** The row of the booking is locked, so that the second payment sees what the first has left. */
    @Test
    void at_the_same_moment_never_more_than_is_due_is_recorded() {
        JsonNode booking = booking();
        List<Integer> statuses = Parallel.times(
                12, number -> record(booking, "{'amount':2000,'method':'cash'}").status());
        assertThat(statuses).filteredOn(status -> status == 200).hasSize(2);
        assertThat(statuses).filteredOn(status -> status == 400).hasSize(10);
        assertThat(recorded(booking, "{'method':'cash'}").get("amountPaid").asLong())
                .isEqualTo(5000);
    }
}
