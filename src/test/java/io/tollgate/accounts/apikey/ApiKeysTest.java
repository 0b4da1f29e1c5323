package io.tollgate.accounts.apikey;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tollgate.app.Config;
import io.tollgate.platform.clock.Clock;
import io.tollgate.platform.http.Caller;
import io.tollgate.platform.secret.RotatingKey;
import io.tollgate.support.ChaosProxy;
import io.tollgate.support.Eventually;
import io.tollgate.support.Load;
import io.tollgate.support.SecondStage;
import io.tollgate.support.TestDatabase;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import io.tollgate.support.VirtualClock;
import io.vertx.core.Future;
import io.vertx.ext.auth.User;
import io.vertx.ext.auth.authentication.TokenCredentials;
import io.vertx.ext.web.handler.HttpException;
import io.vertx.sqlclient.Row;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The cache of API keys, and the secret that their hashes depend on. */
class ApiKeysTest {
    private static final String NEW = "ab".repeat(32);
    private static final String OLD = TestGateway.SECRET;

    private final TestSeller seller = TestGateway.shared().seller();

    private static RotatingKey pepper(String secrets) {
        return Config.of(Map.of("secret", secrets)).secrets(false).keyPepper();
    }

    /** The cache of an instance that has not received any key yet. */
    private static ApiKeys keys(String secrets) {
        return new ApiKeys(TestSeller.database(), Clock.SYSTEM, pepper(secrets), 7, 9);
    }

    private static User authenticated(ApiKeys keys, String key) {
        return TestSeller.await(keys.authenticate(new TokenCredentials(key)));
    }

    private static int refusal(ApiKeys keys, String key) {
        return catchThrowableOfType(HttpException.class, () -> authenticated(keys, key))
                .getStatusCode();
    }

    /** Returns the stored row of the live key; {@code xmin} differs after each change. */
    private Row stored() {
        return TestSeller.rows(
                        "SELECT key_hash, pepper_id, xmin::text FROM api_key WHERE seller_id = $1 AND livemode",
                        seller.id())
                .iterator()
                .next();
    }

    /** A key is rehashed after its request has continued. */
    private void awaitHashUnder(String secret) {
        RotatingKey.Version newest = pepper(secret).current();
        List<String> wanted = List.of(KeyFormat.hash(newest.bytes(), seller.liveKey()), newest.id());
        assertThat(Eventually.isTrue(() -> wanted.equals(hashAndSecret())))
                .as("hash under the secret")
                .isTrue();
    }

    private List<String> hashAndSecret() {
        Row row = stored();
        return Arrays.asList(row.getString(0), row.getString(1));
    }

    @Test
    void a_key_works_until_it_expires_also_one_that_is_cached() {
        VirtualClock clock = new VirtualClock();
        String key = TestGateway.shared()
                .keys()
                .create(
                        seller.name(),
                        true,
                        "expiring",
                        List.of("feed:read"),
                        clock.now().plusSeconds(2))
                .key();
        ApiKeys keys = new ApiKeys(TestSeller.database(), clock, pepper(OLD), 7, 9);
        assertThat(caller(authenticated(keys, key)).scopes()).containsExactly("feed:read");
        clock.advance(Duration.ofSeconds(1));
        authenticated(keys, key);
        clock.advance(Duration.ofSeconds(1));
        assertThat(refusal(keys, key)).isEqualTo(401);
        ApiKeys without = new ApiKeys(TestSeller.database(), clock, pepper(OLD), 7, 9);
        assertThat(refusal(without, key)).isEqualTo(401);
    }

    @Test
    void a_key_that_is_used_is_hashed_under_the_newest_secret() {
        assertThat(refusal(keys(NEW), seller.liveKey())).isEqualTo(401);
        authenticated(keys(NEW + "," + OLD), seller.liveKey());
        awaitHashUnder(NEW);
        authenticated(keys(NEW), seller.liveKey());
        assertThat(refusal(keys(OLD), seller.liveKey())).isEqualTo(401);
    }

    /** Such a hash is from a version that did not store the name of the secret. */
    @Test
    void a_hash_without_the_name_of_its_secret_gets_it() {
        TestSeller.rows("UPDATE api_key SET pepper_id = NULL WHERE seller_id = $1", seller.id());
        authenticated(keys(OLD), seller.liveKey());
        awaitHashUnder(OLD);
    }

    @SecondStage
    @Test
    void a_hash_that_is_the_newest_is_not_written_again() {
        String before = stored().getString(2);
        authenticated(keys(OLD), seller.liveKey());
        authenticated(keys(OLD + "," + NEW), seller.liveKey());
        Load.pause(300);
        assertThat(stored().getString(2)).isEqualTo(before);
    }

    /** The last use in {@code scripts/keys list}, which tells an operator whether a key can be revoked. */
    @Test
    void the_minute_in_which_a_key_was_last_used_is_noted() {
        authenticated(keys(OLD), seller.liveKey());
        awaitUse();
        TestSeller.rows(
                "UPDATE api_key_use SET last_used_at = now() - interval '1 day' WHERE seller_id = $1", seller.id());
        authenticated(keys(OLD), seller.liveKey());
        awaitUse();
    }

    /** In the minute of its creation, the recorded minute of use began before it. */
    @Test
    void a_key_is_not_used_before_its_creation() {
        TestSeller.rows(
                "UPDATE api_key SET created_at = date_trunc('minute', now()) + interval '59 seconds'"
                        + " WHERE seller_id = $1",
                seller.id());
        authenticated(keys(OLD), seller.liveKey());
        awaitUse();
        String early = "SELECT 1 FROM api_key_use u JOIN api_key k ON k.id = key_id"
                + " WHERE k.seller_id = $1 AND last_used_at < created_at";
        assertThat(TestSeller.rows(early, seller.id())).isEmpty();
    }

    private void awaitUse() {
        String uses = """
                SELECT 1 FROM api_key_use JOIN api_key ON api_key.id = key_id
                WHERE api_key_use.seller_id = $1 AND livemode AND last_used_at > now() - interval '2 minutes'
                  AND last_used_at = greatest(date_trunc('minute', last_used_at), created_at)
                """;
        assertThat(Eventually.isTrue(() -> TestSeller.rows(uses, seller.id()).size() == 1))
                .as("the use is noted")
                .isTrue();
    }

    @Test
    void limits_of_a_key_go_before_those_of_all() {
        Caller caller = caller(authenticated(keys(OLD), seller.liveKey()));
        assertThat(caller.ratePerSecond()).isEqualTo(7);
        assertThat(caller.rateBurst()).isEqualTo(9);
        TestSeller.rows(
                "UPDATE api_key SET rate_per_second = 70, rate_burst = 90 WHERE seller_id = $1 AND livemode",
                seller.id());
        Caller raised = caller(authenticated(keys(OLD), seller.liveKey()));
        assertThat(raised.ratePerSecond()).isEqualTo(70);
        assertThat(raised.rateBurst()).isEqualTo(90);
    }

    private static Caller caller(User user) {
        return Objects.requireNonNull(user.get(Caller.ATTRIBUTE));
    }

    @Test
    void of_many_who_come_at_once_with_a_key_one_asks() {
        ApiKeys keys = keys(OLD);
        List<Future<User>> users = IntStream.range(0, 2_000)
                .mapToObj(i -> keys.authenticate(new TokenCredentials(seller.liveKey())))
                .toList();
        User first = TestSeller.await(users.get(0));
        assertThat(users).allSatisfy(user -> assertThat(TestSeller.await(user)).isSameAs(first));
    }

    /** A cached key gets 404 for a wrong path without the database; an unknown key cannot be checked without it. */
    @Test
    void a_key_that_was_seen_is_known_while_the_database_is_away() {
        try (ChaosProxy way = new ChaosProxy(TestDatabase.url());
                TestGateway gateway = TestGateway.start(Map.of("database.url", way.url(), "eventLoops", "1"))) {
            gateway.api(seller.liveKey()).get("/v1/no-such-path").expect(404);
            way.dropAll(true);
            gateway.api(seller.liveKey()).get("/v1/no-such-path").expect(404);
            gateway.api(seller.testKey()).get("/v1/no-such-path").expect(503);
        }
    }
}
