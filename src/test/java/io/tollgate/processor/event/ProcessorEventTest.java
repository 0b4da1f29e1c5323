package io.tollgate.processor.event;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.platform.db.RowExpiry;
import io.tollgate.support.Parallel;
import io.tollgate.support.SignedEvent;
import io.tollgate.support.SignedEvent.Reply;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import io.vertx.sqlclient.Row;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the gateway does with requests to the address for events. */
class ProcessorEventTest {
    private static final String OBJECT = "{'id':'pi_1','object':'payment_intent','metadata':{}}";

    private final TestGateway gateway = TestGateway.shared();
    private final TestSeller seller = gateway.seller();

    private SignedEvent event(String id) {
        return SignedEvent.of(seller.scope(true), id, "payment_intent.succeeded", OBJECT);
    }

    private SignedEvent unsigned(String id) {
        return SignedEvent.unsigned(seller.scope(true), id, "payment_intent.succeeded", OBJECT);
    }

    private List<String> stored() {
        return TestSeller.rows("SELECT id FROM processor_event WHERE seller_id = $1 ORDER BY id", seller.id()).stream()
                .map(row -> row.getString(0))
                .toList();
    }

    private String outcome(String id) {
        for (Row row : TestSeller.rows(
                "SELECT outcome FROM processor_event WHERE seller_id = $1 AND id = $2", seller.id(), id)) {
            return String.valueOf(row.getString(0));
        }
        return "missing";
    }

    private void expectRejected(SignedEvent event, String reason) {
        Reply reply = event.sendTo(gateway);
        assertThat(reply.status()).as(reply.body()).isEqualTo(400);
        assertThat(reply.body()).contains("signature_invalid", reason).doesNotContain("whsec_");
        assertThat(stored()).isEmpty();
    }

    @Test
    void anEventIsStoredAndAnswered() {
        Reply reply = event("evt_a").sendTo(gateway);
        assertThat(reply.status()).isEqualTo(200);
        assertThat(reply.body()).isEqualTo("{\"received\":true}");
        assertThat(stored()).containsExactly("evt_a");
        assertThat(seller.settles(() -> outcome("evt_a").equals("IGNORED")))
                .as("a payment that Tollgate does not know")
                .isTrue();
    }

    @Test
    void anUnsignedOrForeignSignatureIsRejected() {
        expectRejected(unsigned("evt_b"), "Stripe-Signature is missing");
        expectRejected(unsigned("evt_b").signedBy(Instant.now(), "whsec_another"), "No signatures found matching");
        String other = SignedEvent.secret(gateway.seller().scope(true));
        expectRejected(unsigned("evt_b").signedBy(Instant.now(), other), "No signatures found matching");
        String otherMode = SignedEvent.secret(seller.scope(false));
        expectRejected(unsigned("evt_b").signedBy(Instant.now(), otherMode), "No signatures found matching");
    }

    @Test
    void aChangedBodyIsRejected() {
        SignedEvent event = event("evt_c");
        expectRejected(event.withBody(event.body().replace("pi_1", "pi_2")), "No signatures found matching");
        expectRejected(event.withBody(event.body() + " "), "No signatures found matching");
    }

    @Test
    void anOldSignatureIsRejectedAndARecentOneIsNot() {
        String secret = SignedEvent.secret(seller.scope(true));
        Instant now = Instant.now();
        expectRejected(unsigned("evt_d").signedBy(now.minusSeconds(330), secret), "Timestamp outside the tolerance");
        assertThat(unsigned("evt_d")
                        .signedBy(now.minusSeconds(200), secret)
                        .sendTo(gateway)
                        .status())
                .isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "t=", "v1=ab", "t=x,v1=ab", "t=1,v0=ab", "=,=,,", "t=99999999999999999999,v1="})
    void aSignatureWithoutItsFormIsRejected(String header) {
        expectRejected(event("evt_e").withHeader(header), "signature");
    }

    @Test
    void oneOfSeveralSignaturesSuffices() {
        String secret = SignedEvent.secret(seller.scope(true));
        assertThat(unsigned("evt_f")
                        .signedBy(Instant.now(), "whsec_older", secret)
                        .sendTo(gateway)
                        .status())
                .isEqualTo(200);
        assertThat(stored()).containsExactly("evt_f");
    }

    @Test
    void theSecretOfAConnectedAccountVerifies() {
        TestSeller connected = gateway.unconnectedSeller();
        SignedEvent event = SignedEvent.unsigned(connected.scope(true), "evt_g", "payment_intent.succeeded", OBJECT);
        String secret = "whsec_0123456789abcdef";
        assertThat(event.signedBy(Instant.now(), secret).sendTo(gateway).status())
                .as("not connected")
                .isEqualTo(404);
        gateway.accounts().connect(connected.name(), true, "sk_live_0123456789abcdef", null, null);
        assertThat(event.signedBy(Instant.now(), secret).sendTo(gateway).status())
                .as("without a signing secret")
                .isEqualTo(404);
        String path = gateway.accounts().connect(connected.name(), true, "sk_live_0123456789abcdef", null, secret);
        assertThat(event.signedBy(Instant.now(), secret)
                        .sendTo(gateway.url() + path)
                        .status())
                .isEqualTo(200);
        String renewed = "whsec_fedcba9876543210";
        gateway.accounts().connect(connected.name(), true, "sk_live_0123456789abcdef", null, renewed);
        assertThat(event.signedBy(Instant.now(), secret).sendTo(gateway).status())
                .as("the former secret")
                .isEqualTo(400);
        assertThat(event.signedBy(Instant.now(), secret, renewed)
                        .sendTo(gateway)
                        .status())
                .as("both secrets, while the processor replaces one by the other")
                .isEqualTo(200);
    }

    @Test
    void signingSecretsAreStoredEncrypted() {
        String secret = "whsec_0123456789abcdef";
        TestSeller connected = gateway.unconnectedSeller();
        gateway.accounts().connect(connected.name(), true, "sk_live_0123456789abcdef", null, secret);
        Row row = TestSeller.rows(
                        "SELECT position($2::bytea IN webhook_secret) FROM processor_account WHERE seller_id = $1",
                        connected.id(),
                        io.vertx.core.buffer.Buffer.buffer(secret))
                .iterator()
                .next();
        assertThat(row.getInteger(0)).isZero();
    }

    @Test
    void anOversizedBodyIsRejected() {
        SignedEvent event =
                SignedEvent.of(seller.scope(true), "evt_h", "x.y", "{'id':'x','text':'" + "x".repeat(600_000) + "'}");
        assertThat(event.sendTo(gateway).status()).isEqualTo(413);
        assertThat(stored()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[]",
                "{",
                "null",
                "{'id':'evt_i'}",
                "{'id':'evt_i','type':'a.b','created':1,'data':{'object':[]}}",
                "{'id':'evt_i','type':'a.b','created':'x','data':{'object':{'id':'x'}}}",
                "{'id':5,'type':'a.b','created':1,'data':{'object':{'id':'x'}}}",
                "{'id':'e\\u0000','type':'a.b','created':1,'data':{'object':{'id':'x'}}}",
                "{'id':'evt_i','type':'a.b','created':99999999999999999,'data':{'object':{'id':'x'}}}",
                "{'id':'evt_i','type':'a.b','created':1,'livemode':false,'data':{'object':{'id':'x'}}}"
            })
    void aSignedBodyThatIsNoEventOfTheModeIsRejected(String body) {
        Reply reply = unsigned("evt_i")
                .withBody(body.replace('\'', '"'))
                .signedBy(Instant.now(), SignedEvent.secret(seller.scope(true)))
                .sendTo(gateway);
        assertThat(reply.status()).as(reply.body()).isEqualTo(400);
        assertThat(reply.body()).contains("event_invalid");
        assertThat(stored()).isEmpty();
    }

    @Test
    void anUnknownAccountHasNoEvents() {
        SignedEvent event = event("evt_j");
        for (String account : List.of("f".repeat(24) + "-live", seller.id(), seller.id() + "-LIVE", "x")) {
            assertThat(event.sendTo(gateway.url() + "/processor/" + account + "/events")
                            .status())
                    .as(account)
                    .isEqualTo(404);
        }
        assertThat(stored()).isEmpty();
    }

    @Test
    void anEventIsStoredOnceHoweverOftenItArrives() {
        List<Reply> replies = Parallel.times(12, i -> event("evt_k").sendTo(gateway));
        assertThat(replies).allMatch(reply -> reply.status() == 200);
        assertThat(stored()).containsExactly("evt_k");
    }

    @Test
    void eventsOfUnknownTypesAreKeptAndIgnored() {
        SignedEvent.of(seller.scope(true), "evt_l", "issuing_card.created", "{'id':'ic_1'}")
                .sendTo(gateway);
        assertThat(seller.settles(() -> outcome("evt_l").equals("IGNORED"))).isTrue();
    }

    @Test
    void eventsOfADisconnectedAccountAreIgnored() {
        TestSeller.rows(
                "INSERT INTO processor_event (seller_id, livemode, id, type, object_id, created_at, received_at)"
                        + " VALUES ($1, true, 'evt_m', 'payment_intent.succeeded', 'pi_1', now(), now())",
                seller.id());
        gateway.accounts().disconnect(seller.name(), true);
        TestSeller.rows(
                "INSERT INTO processor_task (seller_id, livemode, id, kind, subject_id, argument, due_at, created_at)"
                        + " VALUES ($1, true, $1, 'APPLY_EVENT', 'evt_m', '{}', now(), now())",
                seller.id());
        assertThat(seller.settles(() -> outcome("evt_m").equals("IGNORED"))).isTrue();
    }

    @Test
    void anAddressThatSendsInvalidEventsIsLimitedAndTheAccountIsNot() {
        try (TestGateway strict = TestGateway.startPatient(Map.of(
                "processor.eventsPerSecond", "1", "trustedProxies", "127.0.0.1", "processor.simulator", "false"))) {
            List<Integer> statuses =
                    Parallel.times(60, i -> unsigned("evt_n").sendTo(strict).status());
            assertThat(statuses).as("the proxy names no address").containsOnly(400);
        }
        try (TestGateway strict =
                TestGateway.startPatient(Map.of("processor.eventsPerSecond", "1", "processor.simulator", "false"))) {
            List<Integer> statuses = new ArrayList<>();
            // A busy machine may send the first ones as slowly as the limit allows.
            for (int round = 0; round < 20 && !statuses.contains(429); round++) {
                statuses.addAll(
                        Parallel.times(60, i -> unsigned("evt_n").sendTo(strict).status()));
            }
            assertThat(statuses).contains(400, 429);
        }
        assertThat(event("evt_n").sendTo(gateway).status()).isEqualTo(200);
    }

    @Test
    void appliedEventsAreDeletedLater() {
        event("evt_o").sendTo(gateway);
        assertThat(seller.settles(() -> outcome("evt_o").equals("IGNORED"))).isTrue();
        var vertx = io.vertx.core.Vertx.vertx();
        var database = new io.tollgate.platform.db.Database(
                vertx, io.tollgate.support.TestSettings.database(io.tollgate.support.TestDatabase.url()));
        try {
            // Only of this seller: other tests look at the events of theirs meanwhile.
            TestSeller.await(new RowExpiry(database, Instant::now, DueEvents.expiry(30)).expire(seller.id()));
            assertThat(stored()).containsExactly("evt_o");
            TestSeller.await(new RowExpiry(database, () -> Instant.now().plusSeconds(31 * 86_400), DueEvents.expiry(30))
                    .expire(seller.id()));
            assertThat(stored()).isEmpty();
        } finally {
            database.close();
            TestSeller.await(vertx.close());
        }
    }
}
