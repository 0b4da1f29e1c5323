package io.tollgate.operations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tollgate.accounts.apikey.KeyRing;
import io.tollgate.app.Config;
import io.tollgate.app.cli.WebhookRegister;
import io.tollgate.platform.db.PostgresUrl;
import io.tollgate.platform.db.TestServer;
import io.tollgate.platform.resource.Scope;
import io.tollgate.platform.secret.Secrets;
import io.tollgate.processor.AccountKeys;
import io.tollgate.processor.AccountRegister;
import io.tollgate.support.Eventually;
import io.tollgate.support.FirstColumn;
import io.tollgate.support.Load;
import io.tollgate.support.SecondStage;
import io.tollgate.support.TestGateway;
import io.tollgate.tools.doctor.Doctor;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Keys and secrets are replaced while several instances serve. */
@Timeout(180)
class RotationTest {
    private static final String OLD = "a1".repeat(32);
    private static final String NEW = "b2".repeat(32);
    private static final String OTHER = "c3".repeat(32);
    private static final Duration REVOKED_WITHIN = Duration.ofSeconds(5);

    private static final String URL = TestServer.create();

    @AfterAll
    static void dropDatabase() {
        TestServer.drop(URL);
    }

    private static TestGateway gateway(String secret) {
        return TestGateway.startPatient(Map.of("database.url", URL, "secret", secret));
    }

    private static Secrets secrets(String secret) {
        return Config.of(Map.of("secret", secret)).secrets(false);
    }

    private static KeyRing keys(String secret) {
        return new KeyRing(PostgresUrl.toJdbc(URL), secrets(secret));
    }

    private static int status(TestGateway gateway, String key) {
        return gateway.api(key).get("/v1/customers?limit=1").status();
    }

    @SecondStage
    @Test
    void a_revoked_key_works_nowhere_after_five_seconds() {
        try (TestGateway one = gateway(OLD);
                TestGateway two = gateway(OLD)) {
            String revoked = one.keys().create("revoking", true, "old").key();
            String stays = one.keys().create("revoking", true, "new").key();
            assertThat(List.of(status(one, revoked), status(two, revoked), status(two, stays)))
                    .containsOnly(200);
            assertThat(one.keys().revoke("revoking", true, "old")).isOne();
            long begun = System.nanoTime();
            long last = begun;
            while (Duration.ofNanos(System.nanoTime() - begun).compareTo(REVOKED_WITHIN.plusSeconds(2)) < 0) {
                long sent = System.nanoTime();
                if (status(one, revoked) == 200 | status(two, revoked) == 200) {
                    last = sent;
                }
                Load.pause(50);
            }
            assertThat(Duration.ofNanos(last - begun)).isLessThanOrEqualTo(REVOKED_WITHIN);
            assertThat(List.of(status(one, revoked), status(two, revoked))).containsOnly(401);
            assertThat(status(one, stays)).isEqualTo(200);
        }
    }

    @Test
    void a_secret_is_replaced_without_a_refused_request() {
        String key;
        try (TestGateway old = gateway(OLD);
                TestGateway both = gateway(OLD + "," + NEW)) {
            key = old.keys().create("rotating", true, "").key();
            assertThat(List.of(status(old, key), status(both, key))).containsOnly(200);
        }
        assertThat(keys(NEW).works(key))
                .as("not before it was used under the new one")
                .isFalse();
        try (TestGateway next = gateway(NEW + "," + OLD);
                TestGateway notYet = gateway(OLD + "," + NEW)) {
            assertThat(status(next, key)).isEqualTo(200);
            assertThat(Eventually.isTrue(() -> keys(NEW).works(key))).isTrue();
            assertThat(status(notYet, key)).isEqualTo(200);
        }
        try (TestGateway next = gateway(NEW + "," + OLD)) {
            assertThat(status(next, key)).isEqualTo(200);
            assertThat(Eventually.isTrue(() -> keys(NEW).works(key))).isTrue();
        }
        try (TestGateway alone = gateway(NEW);
                TestGateway other = gateway(OTHER)) {
            assertThat(status(alone, key)).isEqualTo(200);
            assertThat(status(other, key)).as("the control").isEqualTo(401);
        }
        Map<String, Long> inUse = keys(NEW).secretsInUse();
        assertThat(inUse.get(keys(NEW).currentSecret())).isPositive();
        assertThat(inUse).doesNotContainKey("-");
    }

    @Test
    void secrets_of_webhooks_are_sealed_anew() throws SQLException {
        String key = keys(OLD).create("hooked", true, "").key();
        String id;
        try (TestGateway gateway = gateway(OLD)) {
            String body =
                    "{\"name\": \"Hook\", \"url\": \"https://hooks.example.com/\", \"events\": [\"booking.paid\"]}";
            id = gateway.api(key)
                    .post("/v1/webhooks", body)
                    .expect(201)
                    .json()
                    .at("/data/id")
                    .textValue();
        }
        WebhookRegister withNew = new WebhookRegister(PostgresUrl.toJdbc(URL), secrets(NEW));
        assertThatThrownBy(withNew::reseal).hasMessageContaining(id).hasMessageContaining("under another secret");
        assertThat(new WebhookRegister(PostgresUrl.toJdbc(URL), secrets(NEW + "," + OLD)).reseal())
                .isEqualTo(1);
        assertThat(withNew.reseal()).isEqualTo(1);
    }

    @Test
    void keys_of_accounts_are_sealed_anew() {
        keys(OLD).create("sealing", true, "");
        new AccountRegister(PostgresUrl.toJdbc(URL), secrets(OLD)).connectSimulator("sealing");
        AccountRegister withNew = new AccountRegister(PostgresUrl.toJdbc(URL), secrets(NEW));
        assertThatThrownBy(withNew::reseal).hasMessageContaining("under another secret");
        assertThat(new AccountRegister(PostgresUrl.toJdbc(URL), secrets(NEW + "," + OLD)).reseal())
                .isEqualTo(2);
        assertThat(withNew.reseal()).isEqualTo(2);

        // The old secret is gone.
        String key = keys(NEW).create("sealing", true, "new").key();
        try (TestGateway gateway = gateway(NEW)) {
            assertThat(createCoupon(gateway, key)).isEqualTo(201);
        }
        assertThat(unusableAccounts(NEW)).isEmpty();
        assertThat(unusableAccounts(OLD)).singleElement().asString().contains("2, first: seller sealing");
    }

    private static int createCoupon(TestGateway gateway, String key) {
        String body = "{\"label\":\"Sealed\",\"code\":\"SEALED\",\"percentOff\":1,\"duration\":\"once\"}";
        return gateway.api(key)
                .send("POST", "/v1/coupons", Map.of("Content-Type", "application/json"), body)
                .status();
    }

    /** Returns what the doctor reports of accounts under a secret. */
    private static List<String> unusableAccounts(String secret) {
        List<String> lines = new ArrayList<>();
        Doctor.check(URL, lines::add, new Doctor.Options(false, secrets(secret), 0, null));
        return lines.stream()
                .filter(line -> line.contains("processor accounts"))
                .toList();
    }

    /** As an earlier version resealed accounts: the key inside was created under the deleted secret. */
    @Test
    void a_simulated_account_with_a_key_of_a_removed_secret_is_reported_and_repaired() throws SQLException {
        keys(OLD).create("halfsealed", true, "");
        AccountRegister register = new AccountRegister(PostgresUrl.toJdbc(URL), secrets(NEW));
        register.connectSimulator("halfsealed");
        try (Connection connection = DriverManager.getConnection(PostgresUrl.toJdbc(URL))) {
            Scope scope = new Scope(
                    FirstColumn.of(connection, "SELECT id FROM seller WHERE name = 'halfsealed'")
                            .get(0),
                    true);
            byte[] stale = new AccountKeys(secrets(NEW)).seal(scope, new AccountKeys(secrets(OLD)).simulatedKey(scope));
            try (PreparedStatement update = connection.prepareStatement(
                    "UPDATE processor_account SET secret_key = ? WHERE seller_id = ? AND livemode")) {
                update.setBytes(1, stale);
                update.setString(2, scope.sellerId());
                assertThat(update.executeUpdate()).isOne();
            }
        }
        assertThat(unusableAccounts(NEW)).singleElement().asString().contains("the simulator rejects its key");
        register.reseal();
        assertThat(unusableAccounts(NEW)).isEmpty();
        register.disconnect("halfsealed", true);
        register.disconnect("halfsealed", false);
    }
}
