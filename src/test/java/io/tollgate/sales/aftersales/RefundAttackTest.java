package io.tollgate.sales.aftersales;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.support.SignedEvent;
import io.tollgate.support.SimulatorState;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestApi.Reply;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests and events about payments that their sender must not change. */
class RefundAttackTest extends CardOrders {
    private static final String VALIDATE = "/api/v1/license-keys/validate";

    @Test
    void otherSellersChangeNothing() {
        JsonNode payment = payment(VISA);
        TestApi other = TestGateway.shared().seller().live();
        for (TestApi eve : List.of(other, shop.seller().test())) {
            for (String path : List.of("/v1/payments/", "/v1/bookings/")) {
                String of = path + id(payment);
                for (String end : List.of("/refund", "/record-payment", "/cancel")) {
                    Reply reply = eve.post(of + end, "{}");
                    assertThat(reply.status()).as(of + end).isIn(400, 404);
                }
                assertThat(eve.get(of + "/refunds").status()).isEqualTo(404);
            }
        }
        api.post("/v1/bookings/" + id(payment) + "/refund", "{}").expect(404);
        shop.gateway()
                .api(null)
                .post("/v1/payments/" + id(payment) + "/refund", "{}")
                .expect(401);
        assertThat(read(payment)).isEqualTo(payment);
        assertThat(refundedAtProcessor()).isZero();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'amount':0}",
                "{'amount':-1}",
                "{'amount':1.5}",
                "{'amount':'5'}",
                "{'amount':1e30}",
                "{'amount':9223372036854775808}",
                "{'amount':[5]}",
                "{'amount':2001}",
                "{'reason':'x'}",
                "{'ticketIds':['x']}",
                "{'processorAmount':5}",
                "[]",
                "'x'",
                "null"
            })
    void invalidRefundsAreRejected(String body) {
        JsonNode payment = payment(VISA);
        refund(payment, body).expect(400);
        assertThat(refundedAtProcessor()).isZero();
    }

    private String refundedCharge() {
        return "{'id':'ch_eve','object':'charge','amount':2000,'amount_refunded':2000,'refunded':true,"
                + "'currency':'eur','payment_intent':'"
                + SimulatorState.objects(shop.seller(), true, "payment_intent")
                        .get(0)
                        .get("id")
                        .textValue()
                + "','refunds':{'object':'list','data':[]}}";
    }

    /** Sends events that name an order, and the payment, of another account. */
    @Test
    void eventsOfAnotherAccountChangeNothing() {
        JsonNode payment = payment(VISA);
        String intent = SimulatorState.objects(shop.seller(), true, "payment_intent")
                .get(0)
                .toString()
                .replace("\"", "'");
        TestGateway gateway = TestGateway.shared();
        TestSeller eve = gateway.seller();
        String charge = refundedCharge();
        Map<String, String> events = Map.of(
                "payment_intent.succeeded", intent,
                "payment_intent.canceled", intent,
                "charge.refunded", charge,
                "charge.dispute.created", charge.replace("'charge'", "'dispute'"));
        events.forEach((type, object) -> assertThat(
                        SignedEvent.of(eve.scope(true), "evt_" + type.replace('.', '_') + eve.id(), type, object)
                                .sendTo(gateway)
                                .status())
                .as(type)
                .isIn(200, 400));
        // Signed by another account, at the address of this one.
        assertThat(SignedEvent.unsigned(shop.seller().scope(true), "evt_eve", "charge.refunded", charge)
                        .signedBy(java.time.Instant.now(), SignedEvent.secret(eve.scope(true)))
                        .sendTo(gateway)
                        .status())
                .isEqualTo(400);
        assertThat(eve.settles(() -> TestSeller.rows(
                                        "SELECT FROM processor_event WHERE seller_id = $1 AND outcome IS NULL",
                                        eve.id())
                                .size()
                        == 0))
                .isTrue();
        assertThat(read(payment)).isEqualTo(payment);
        assertThat(refunds(payment).get("refunds")).isEmpty();
        assertThat(eve.live().get("/v1/payments").total()).isZero();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "key=",
                "key=x",
                "key=%00",
                "key=%zz",
                "key=' OR '1'='1",
                "key=00000000-0000-4000-8000-000000000000&key=x",
                "key=00000000-0000-4000-8000-000000000000&incrementUses=1",
                "key[]=x"
            })
    void unknownLicenseKeysRevealNothing(String form) {
        Reply reply = shop.gateway()
                .api(null)
                .send("POST", VALIDATE, Map.of("Content-Type", "application/x-www-form-urlencoded"), form);
        assertThat(reply.status()).as(reply.body()).isIn(400, 404);
        assertThat(reply.body()).doesNotContain("\"data\"", "Exception");
    }

    @Test
    void guessesOfLicenseKeysAreLimited() {
        try (TestGateway strict = TestGateway.startPatient(
                Map.of("rateLimits.buyerPerSecond", "1", "rateLimits.buyerBurst", "5", "eventLoops", "1"))) {
            TestApi anyone = strict.api(null);
            Map<String, String> header = Map.of("Content-Type", "application/x-www-form-urlencoded");
            String guess = "key=00000000-0000-4000-8000-000000000000";
            long limited = 0;
            for (int i = 0; i < 40; i++) {
                Reply reply = anyone.send("POST", VALIDATE, header, guess);
                assertThat(reply.status()).isIn(404, 429);
                limited += reply.status() == 429 ? 1 : 0;
            }
            assertThat(limited).isPositive();
        }
    }
}
