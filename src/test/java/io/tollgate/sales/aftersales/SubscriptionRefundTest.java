package io.tollgate.sales.aftersales;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.support.Buyer;
import io.tollgate.support.Buyer.Shown;
import io.tollgate.support.Parallel;
import io.tollgate.support.SimulatorState;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestApi.Reply;
import io.tollgate.support.TestShop;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Refunds of subscription payments, by the API and at the processor. */
class SubscriptionRefundTest {
    private static final String VISA = "4242424242424242";
    private static final String DISPUTED = "4000000000000259";
    private static final String FAILING = "4000000000005126";

    private final TestShop shop = TestShop.open();
    private final TestApi api = shop.seller().live();

    private JsonNode payment(String card) {
        String path = shop.page("""
                {'name': 'Box', 'productData': {'title': 'Box', 'prices': [{'amount': 1000, 'currency': 'eur',
                 'recurring': {'interval': 'month', 'intervalCount': 1}}]}}
                """).path();
        Buyer ada = new Buyer(shop.gateway().url(), "ada@example.com");
        Shown order = ada.order(path).expect(303);
        assertThat(ada.pay(order.path(), card)).isEqualTo("succeeded");
        ada.comeBack(order.path());
        return api.get("/v1/subscription-payments").expect(200).json().at("/data/0");
    }

    private static String path(JsonNode payment) {
        return "/v1/subscription-payments/" + payment.get("id").textValue();
    }

    private Reply refund(JsonNode payment, String body) {
        return api.post(path(payment) + "/refund", body.replace('\'', '"'));
    }

    private JsonNode refunds(JsonNode payment) {
        return api.get(path(payment) + "/refunds").expect(200).json().get("data");
    }

    private JsonNode read(JsonNode payment) {
        return api.get(path(payment)).expect(200).json().get("data");
    }

    private long refundedAtProcessor() {
        return SimulatorState.objects(shop.seller(), true, "refund").stream()
                .filter(refund -> !refund.get("status").textValue().equals("failed"))
                .mapToLong(refund -> refund.get("amount").longValue())
                .sum();
    }

    @Test
    void partsAreRefundedUntilNothingIsLeft() {
        JsonNode payment = payment(VISA);
        JsonNode first = refund(payment, "{'amount': 300, 'reason': 'duplicate', 'reasonNote': 'twice'}")
                .expect(200)
                .json()
                .get("data");
        assertThat(first.get("status").textValue()).isEqualTo("partial_refund");
        assertThat(first.get("amountPaid").longValue()).isEqualTo(1_000);
        assertThat(first.get("amountRefunded").longValue()).isEqualTo(300);
        assertThat(first.at("/refunds/0/reason").textValue()).isEqualTo("duplicate");
        assertThat(first.at("/refunds/0/creditNoteNumber").isNull()).isTrue();
        assertThat(read(payment).get("partiallyRefunded").booleanValue()).isTrue();
        assertThat(read(payment).get("refunded").booleanValue()).isFalse();

        refund(payment, "{'amount': 701}").expect(400);
        JsonNode second = refund(payment, "{}").expect(200).json().get("data");
        assertThat(second.get("status").textValue()).isEqualTo("refunded");
        assertThat(second.at("/refunds/1/amount").longValue()).isEqualTo(700);
        assertThat(read(payment).get("partiallyRefunded").booleanValue()).isFalse();
        assertThat(read(payment).get("refunded").booleanValue()).isTrue();
        assertThat(read(payment).get("paymentStatus").textValue()).isEqualTo("succeeded");
        assertThat(refund(payment, "{}").expect(409).json().get("code").textValue())
                .isEqualTo("nothing_to_refund");
        assertThat(refundedAtProcessor()).isEqualTo(1_000);
        assertThat(api.get("/v1/subscription-payments?refunded=true").ids()).hasSize(1);
        assertThat(api.get("/v1/subscriptions").json().at("/data/0/status").textValue())
                .isEqualTo("active");
    }

    @Test
    void concurrentRequestsNeverRefundMoreThanWasPaid() {
        JsonNode payment = payment(VISA);
        List<Integer> statuses =
                Parallel.times(8, i -> refund(payment, "{'amount': 400}").status());
        assertThat(statuses.stream().filter(status -> status == 200)).hasSize(2);
        assertThat(refundedAtProcessor()).isEqualTo(800);
    }

    @Test
    void requestWithTheSameKeyRefundsOnce() {
        JsonNode payment = payment(VISA);
        Map<String, String> headers = Map.of("Content-Type", "application/json", "Idempotency-Key", "once");
        String body = "{\"amount\":400}";
        Reply first = api.send("POST", path(payment) + "/refund", headers, body).expect(200);
        Reply second =
                api.send("POST", path(payment) + "/refund", headers, body).expect(200);
        assertThat(second.json()).isEqualTo(first.json());
        assertThat(refunds(payment).get("refunds")).hasSize(1);
        assertThat(refundedAtProcessor()).isEqualTo(400);
    }

    @Test
    void anotherSellerAndTheTestModeFindNothing() {
        JsonNode payment = payment(VISA);
        shop.seller().test().post(path(payment) + "/refund", "{}").expect(404);
        TestApi stranger = shop.gateway().seller().live();
        stranger.post(path(payment) + "/refund", "{}").expect(404);
        stranger.get(path(payment) + "/refunds").expect(404);
        assertThat(refundedAtProcessor()).isZero();
    }

    @Test
    void disputesAreShown() {
        JsonNode payment = payment(DISPUTED);
        assertThat(shop.settles(
                        () -> refunds(payment).at("/disputes/0/status").asText().equals("needs_response")))
                .isTrue();
    }

    @Test
    void refundsThatFailLaterCountNoMore() {
        JsonNode payment = payment(FAILING);
        refund(payment, "{'amount': 1000}").expect(200);
        assertThat(shop.settles(
                        () -> refunds(payment).at("/refunds/0/status").asText().equals("failed")))
                .isTrue();
        JsonNode read = read(payment);
        assertThat(read.get("refunded").booleanValue()
                        || read.get("partiallyRefunded").booleanValue())
                .isFalse();
        assertThat(refunds(payment).get("amountRefunded").longValue()).isZero();
        assertThat(refunds(payment).get("status").textValue()).isEqualTo("paid");
    }
}
