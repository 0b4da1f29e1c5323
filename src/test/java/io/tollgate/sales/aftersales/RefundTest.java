package io.tollgate.sales.aftersales;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.support.Parallel;
import io.tollgate.support.SimulatorState;
import io.tollgate.support.TestApi.Reply;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Refunds of card payments: part and rest, limits, races, and lost responses of the processor. */
class RefundTest extends CardOrders {
    private static final String DISPUTED = "4000000000000259";
    private static final String PENDING = "4000000000007726";

    @Test
    void a_part_and_then_the_rest_are_returned_by_the_processor() {
        JsonNode payment = payment(VISA);
        JsonNode part = refunded(payment, "{'amount':500,'reason':'duplicate','reasonNote':'Paid twice'}");
        assertThat(part.get("status").textValue()).isEqualTo("partial_refund");
        assertThat(part.get("amountRefunded").asLong()).isEqualTo(500);
        assertThat(part.at("/refunds/0/status").textValue()).isEqualTo("succeeded");
        assertThat(part.at("/refunds/0/creditNoteNumber").textValue()).matches("CN-\\d{4}-000001");
        JsonNode partly = read(payment);
        assertThat(partly.get("status").textValue()).isEqualTo("partial_refund");
        assertThat(partly.get("lastRefundReason").textValue()).isEqualTo("duplicate");
        assertThat(partly.get("lastRefundReasonNote").textValue()).isEqualTo("Paid twice");
        assertThat(partly.get("lastRefundAt").textValue()).isNotEmpty();
        assertThat(partly.get("amountPaid").asLong()).isEqualTo(2_000);
        assertThat(invoice(payment).get("status").textValue()).isEqualTo("partially_refunded");
        assertThat(invoice(payment).get("amountRefunded").asLong()).isEqualTo(500);
        assertThat(refund(payment, "{'amount':1501}").problems()).containsExactly("amount");
        JsonNode all = refunded(payment, "{}");
        assertThat(all.get("status").textValue()).isEqualTo("refunded");
        assertThat(all.at("/refunds/1/amount").asLong()).isEqualTo(1_500);
        assertThat(all.at("/refunds/1/creditNoteNumber").textValue()).matches("CN-\\d{4}-000002");
        assertThat(invoice(payment).get("status").textValue()).isEqualTo("refunded");
        assertThat(refundedAtProcessor()).isEqualTo(2_000);
        assertThat(code(refund(payment, "{}"), 409)).isEqualTo("nothing_to_refund");
        assertThat(refunds(payment).get("refunds")).hasSize(2);
    }

    @Test
    void concurrent_refunds_never_exceed_the_payment() {
        JsonNode payment = payment(VISA);
        List<Integer> statuses =
                Parallel.times(16, number -> refund(payment, "{'amount':600}").status());
        assertThat(statuses).filteredOn(status -> status == 200).hasSize(3);
        assertThat(statuses).isSubsetOf(200, 400, 409);
        assertThat(read(payment).get("amountRefunded").asLong()).isEqualTo(1_800);
        assertThat(refundedAtProcessor()).isEqualTo(1_800);
        assertThat(refunded(payment, "{}").get("amountRefunded").asLong()).isEqualTo(2_000);
    }

    /** Control: without the reserved sums, more than the payment is refunded. */
    @Test
    void without_the_reservation_more_than_the_payment_is_refunded() {
        String seller = shop.seller().id();
        JsonNode payment = recorded();
        refunded(payment, "{'amount':900}");
        TestSeller.rows("UPDATE refund_balance SET reserved = 0 WHERE seller_id = $1", seller);
        TestSeller.rows(
                "UPDATE payment SET record = convert_to(replace(convert_from(record, 'UTF8'),"
                        + " '\"amountRefunded\":900', '\"amountRefunded\":0'), 'UTF8') WHERE seller_id = $1",
                seller);
        refunded(payment, "{'amount':900}");
        assertThat(refunds(payment).get("refunds"))
                .hasSize(2)
                .allSatisfy(refund -> assertThat(refund.get("amount").asLong()).isEqualTo(900));
        assertThatThrownBy(() ->
                        TestSeller.rows("UPDATE refund_balance SET reserved = paid + 1 WHERE seller_id = $1", seller))
                .hasMessageContaining("refund_balance_reserved");
    }

    @Test
    void a_recorded_payment_is_only_recorded_as_refunded() {
        JsonNode payment = recorded();
        JsonNode refunded = refunded(payment, "{'reason':'other'}");
        assertThat(refunded.get("status").textValue()).isEqualTo("refunded");
        assertThat(refunded.at("/refunds/0/processorAmount").asLong()).isZero();
        assertThat(SimulatorState.objects(shop.seller(), true, "refund")).isEmpty();
    }

    @Test
    void a_repeated_request_refunds_once() {
        JsonNode payment = payment(VISA);
        String key = UUID.randomUUID().toString();
        List<Reply> replies = Parallel.times(6, number -> refund(payment, "{'amount':300}", key));
        assertThat(replies).extracting(Reply::status).containsOnly(200, 409);
        Reply again = refund(payment, "{'amount':300}", key).expect(200);
        assertThat(again.json().at("/data/refunds")).hasSize(1);
        assertThat(read(payment).get("amountRefunded").asLong()).isEqualTo(300);
        assertThat(refundedAtProcessor()).isEqualTo(300);
    }

    @Test
    void a_lost_response_is_found_by_the_task() {
        JsonNode payment = payment(VISA);
        String key = UUID.randomUUID().toString();
        String body = "{'amount':700,'reasonNote':'simulate:lose'}";
        refund(payment, body, key).expect(503);
        assertThat(refunds(payment).at("/refunds/0/status").textValue()).isEqualTo("pending");
        assertThat(read(payment).get("status").textValue()).isEqualTo("paid");
        assertThat(refund(payment, "{'amount':1301}").problems())
                .as("the pending refund is reserved")
                .containsExactly("amount");
        assertThat(SimulatorState.completeTasks(shop.seller())).isTrue();
        assertThat(refunds(payment).at("/refunds/0/status").textValue()).isEqualTo("succeeded");
        assertThat(read(payment).get("amountRefunded").asLong()).isEqualTo(700);
        assertThat(refundedAtProcessor()).isEqualTo(700);
        Reply again = refund(payment, body, key).expect(200);
        assertThat(again.json().at("/data/amountRefunded").asLong()).isEqualTo(700);
        assertThat(refundedAtProcessor()).isEqualTo(700);
    }

    /** A client repeats its request after a 503, before the task has finished the refund. */
    @Test
    void a_repeated_request_waits_for_a_refund_whose_response_was_lost() {
        JsonNode payment = payment(VISA);
        String key = UUID.randomUUID().toString();
        String body = "{'amount':700,'reasonNote':'simulate:lose'}";
        refund(payment, body, key).expect(503);
        Reply early = refund(payment, body, key);
        assertThat(code(early, 409)).isEqualTo("idempotency_conflict");
        assertThat(early.header("Retry-After")).isNotNull();
        assertThat(SimulatorState.completeTasks(shop.seller())).isTrue();
        assertThat(refund(payment, body, key).expect(200).json().at("/data/refunds"))
                .hasSize(1);
        assertThat(refundedAtProcessor()).isEqualTo(700);
    }

    /** The first request has reserved all that is left, so the repeated one must not look for more. */
    @Test
    void a_repeated_refund_of_everything_waits_as_well() {
        JsonNode payment = payment(VISA);
        String key = UUID.randomUUID().toString();
        String body = "{'reasonNote':'simulate:lose'}";
        refund(payment, body, key).expect(503);
        Reply early = refund(payment, body, key);
        assertThat(code(early, 409)).isEqualTo("idempotency_conflict");
        assertThat(early.header("Retry-After")).isNotNull();
        assertThat(code(refund(payment, "{}"), 409)).isEqualTo("nothing_to_refund");
        assertThat(SimulatorState.completeTasks(shop.seller())).isTrue();
        assertThat(refund(payment, body, key).expect(200).json().at("/data/refunds"))
                .hasSize(1);
    }

    /** The processor has received the refund, but decides later: the repeated request returns the pending refund. */
    @Test
    void a_repeated_request_returns_a_refund_that_is_pending_at_the_processor() {
        JsonNode payment = payment(PENDING);
        String key = UUID.randomUUID().toString();
        String body = "{'amount':700,'reasonNote':'simulate:lose'}";
        refund(payment, body, key).expect(503);
        TestSeller.rows(
                "UPDATE processor_task SET due_at = now() WHERE seller_id = $1",
                shop.seller().id());
        assertThat(shop.settles(() -> refund(payment, body, key).status() == 200))
                .isTrue();
        Reply again = refund(payment, body, key).expect(200);
        assertThat(again.header("Idempotent-Replayed")).isEqualTo("true");
        assertThat(again.json().at("/data/refunds")).hasSize(1);
        assertThat(refundedAtProcessor()).isEqualTo(700);
    }

    @Test
    void a_request_that_was_lost_is_repeated_by_the_task() {
        JsonNode payment = payment(VISA);
        refund(payment, "{'amount':700,'reasonNote':'simulate:errorx4'}").expect(503);
        assertThat(refundedAtProcessor()).isZero();
        assertThat(SimulatorState.completeTasks(shop.seller())).isTrue();
        assertThat(read(payment).get("amountRefunded").asLong()).isEqualTo(700);
        assertThat(refundedAtProcessor()).isEqualTo(700);
    }

    @Test
    void a_rejected_refund_reserves_nothing() {
        JsonNode payment = payment(DISPUTED);
        assertThat(code(refund(payment, "{}"), 422)).isEqualTo("processor_refused");
        assertThat(refunds(payment).at("/refunds/0/status").textValue()).isEqualTo("failed");
        assertThat(refunds(payment).at("/refunds/0/failure").textValue()).contains("charged back");
        assertThat(read(payment).get("status").textValue()).isEqualTo("paid");
        assertThat(code(refund(payment, "{'amount':2000}"), 422)).isEqualTo("processor_refused");
        assertThat(TestSeller.rows(
                        "SELECT FROM processor_task WHERE seller_id = $1 AND kind = 'SETTLE_REFUND'",
                        shop.seller().id()))
                .isEmpty();
    }

    @Test
    void a_pending_refund_succeeds_later() {
        JsonNode payment = payment(PENDING);
        JsonNode begun = refunded(payment, "{}");
        assertThat(begun.at("/refunds/0/status").textValue()).isEqualTo("pending");
        assertThat(begun.get("amountRefunded").asLong()).isZero();
        assertThat(code(refund(payment, "{}"), 409)).isEqualTo("nothing_to_refund");
        assertThat(shop.settles(() -> {
                    TestSeller.rows(
                            "UPDATE processor_task SET due_at = now() WHERE seller_id = $1",
                            shop.seller().id());
                    return read(payment).get("status").textValue().equals("refunded");
                }))
                .isTrue();
        assertThat(refunds(payment).at("/refunds/0/creditNoteNumber").textValue())
                .isNotNull();
    }

    @Test
    void orders_of_others_and_of_the_other_mode_are_not_found() {
        JsonNode payment = payment(VISA);
        TestSeller other = TestGateway.shared().seller();
        String path = "/v1/payments/" + id(payment);
        other.live().post(path + "/refund", "{}").expect(404);
        other.live().get(path + "/refunds").expect(404);
        shop.seller().test().post(path + "/refund", "{}").expect(404);
        assertThat(refundedAtProcessor()).isZero();
    }
}
