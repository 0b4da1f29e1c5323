package io.tollgate.operations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tollgate.Config;
import io.tollgate.Secrets;
import io.tollgate.apikey.KeyRing;
import io.tollgate.db.EmbeddedPostgres;
import io.tollgate.db.Migrations;
import io.tollgate.db.PostgresUrl;
import io.tollgate.processor.AccountRegister;
import io.tollgate.support.Load;
import io.tollgate.support.TestGateway;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Keys and secrets are replaced while several instances serve. */
@Timeout(180)
class RotationTest {
    private static final String OLD = "a1".repeat(32);
    private static final String NEW = "b2".repeat(32);
    private static final String OTHER = "c3".repeat(32);
    private static final Duration REVOKED_WITHIN = Duration.ofSeconds(5);

    @TempDir
    static Path folder;

    private static EmbeddedPostgres postgres;

    @BeforeAll
    static void startPostgres() {
        postgres = EmbeddedPostgres.start(folder.resolve("data"), EmbeddedPostgres.Durability.NONE, line -> {});
        Migrations.migrate(postgres.url());
    }

    @AfterAll
    static void stopPostgres() {
        postgres.close();
    }

    private static TestGateway gateway(String secret) {
        return TestGateway.start(Map.of("database.url", postgres.url(), "secret", secret));
    }

    private static Secrets secrets(String secret) {
        return Secrets.of(Config.of(Map.of("secret", secret)), false);
    }

    private static KeyRing keys(String secret) {
        return new KeyRing(PostgresUrl.toJdbc(postgres.url()), secrets(secret));
    }

    private static int status(TestGateway gateway, String key) {
        return gateway.api(key).get("/v1/customers?limit=1").status();
    }

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
                if (status(one, revoked) == 200 | status(two, revoked) == 200) {
                    last = System.nanoTime();
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
            for (int i = 0; i < 50 && !keys(NEW).works(key); i++) {
                Load.pause(100);
            }
            assertThat(status(notYet, key)).isEqualTo(200);
        }
        try (TestGateway next = gateway(NEW + "," + OLD)) {
            assertThat(status(next, key)).isEqualTo(200);
            for (int i = 0; i < 50 && !keys(NEW).works(key); i++) {
                Load.pause(100);
            }
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
    void keys_of_accounts_are_sealed_anew() {
        keys(OLD).create("sealing", true, "");
        new AccountRegister(PostgresUrl.toJdbc(postgres.url()), secrets(OLD)).connectSimulator("sealing");
        AccountRegister withNew = new AccountRegister(PostgresUrl.toJdbc(postgres.url()), secrets(NEW));
        assertThatThrownBy(withNew::reseal).hasMessageContaining("of another secret");
        assertThat(new AccountRegister(PostgresUrl.toJdbc(postgres.url()), secrets(NEW + "," + OLD)).reseal())
                .isEqualTo(2);
        assertThat(withNew.reseal()).isEqualTo(2);
    }
}
