package io.tollgate.accounts.apikey;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tollgate.app.Config;
import io.tollgate.platform.config.StartRefused;
import io.tollgate.platform.db.Migrations;
import io.tollgate.platform.db.PostgresUrl;
import io.tollgate.platform.db.TestServer;
import io.tollgate.platform.secret.Secrets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class KeyRingTest {
    private static final String ODD_NAME = "seller: must be 1 to 63 lowercase letters";

    private static final String URL = TestServer.createUnmigrated();

    private static KeyRing keys;

    @BeforeAll
    static void start() {
        assertThatThrownBy(() -> KeyRing.hasAny(PostgresUrl.toJdbc(URL)))
                .hasMessage("the database schema is outdated; run `db migrate`");
        Migrations.migrate(URL);
        keys = keyRing("0f");
        assertThat(KeyRing.hasAny(PostgresUrl.toJdbc(URL))).isFalse();
        keys.create("earliest", true, "");
        assertThat(KeyRing.hasAny(PostgresUrl.toJdbc(URL))).isTrue();
    }

    private static final KeyList LIST = new KeyList(PostgresUrl.toJdbc(URL));

    private static KeyRing keyRing(String twoDigits) {
        Secrets secrets = Config.of(Map.of("secret", twoDigits.repeat(32))).secrets(false);
        return new KeyRing(PostgresUrl.toJdbc(URL), secrets);
    }

    @AfterAll
    static void stop() {
        TestServer.drop(URL);
    }

    @Test
    void first_key_makes_the_seller() {
        assertThat(keys.create("first", true, "").sellerCreated()).isTrue();
        assertThat(keys.create("first", false, "").sellerCreated()).isFalse();
        assertThat(keys.create("second", false, "").sellerCreated()).isTrue();
        assertThat(keys.someSellers()).hasSize(2).startsWith("earliest");
    }

    @Test
    void key_works_until_it_is_revoked_and_under_its_own_secret_only() {
        KeyRing.NewKey created = keys.create("revoking", true, "shop");
        assertThat(keys.works(created.key())).isTrue();
        assertThat(keyRing("aa").works(created.key())).isFalse();
        assertThat(keys.revoke("revoking", false, "shop")).isZero();
        assertThat(keys.revoke("revoking", true, "other")).isZero();
        assertThat(keys.works(created.key())).isTrue();
        assertThat(keys.revoke("revoking", true, "shop")).isOne();
        assertThat(keys.works(created.key())).isFalse();
        assertThat(keys.revoke("revoking", true, "shop")).isZero();
    }

    @Test
    void working_keys_are_counted_by_secret_and_revoked_ones_are_not() {
        KeyRing later = keyRing("bb");
        assertThat(later.currentSecret()).isNotEqualTo(keys.currentSecret()).matches("[0-9a-f]{8}");
        assertThat(later.secretsInUse()).containsEntry(later.currentSecret(), 0L);
        long before = keys.secretsInUse().get(keys.currentSecret());
        keys.create("counting", true, "");
        keys.create("counting", false, "revoked");
        later.create("counting", true, "later");
        assertThat(keys.secretsInUse())
                .containsEntry(keys.currentSecret(), before + 2)
                .containsEntry(later.currentSecret(), 1L);
        keys.revoke("counting", false, "revoked");
        later.revoke("counting", true, "later");
        assertThat(keys.secretsInUse())
                .containsEntry(keys.currentSecret(), before + 1)
                .doesNotContainKey(later.currentSecret());
    }

    @Test
    void list_shows_enough_to_know_a_key_but_not_the_key() {
        Instant begun = Instant.now().minusSeconds(1);
        KeyRing.NewKey live = keys.create("listing", true, "one");
        keys.create("listing", false, "two");
        keys.revoke("listing", false, "two");
        assertThat(LIST.of("listing")).hasSize(2);
        KeyList.Entry revoked = LIST.of("listing").get(0);
        KeyList.Entry listed = LIST.of("listing").get(1);
        assertThat(revoked.revokedAt()).isNotNull();
        assertThat(listed.id()).isEqualTo(live.id());
        assertThat(listed.live()).isTrue();
        assertThat(listed.label()).isEqualTo("one");
        assertThat(listed.lastUsedAt()).isNull();
        assertThat(listed.revokedAt()).isNull();
        assertThat(listed.seller()).isEqualTo("listing");
        assertThat(listed.createdAt()).isBetween(begun, Instant.now().plusSeconds(1));
        assertThat(live.toString()).isEqualTo(live.prefix() + "…" + live.last4());
        assertThat(live.prefix()).hasSize(12).startsWith("sk_live_");
        assertThat(live.last4()).hasSize(4);
        assertThat(live.key()).startsWith(listed.prefix()).endsWith(listed.last4());
        assertThat(LIST.of("listing")).asString().doesNotContain(live.key());
        assertThat(live.toString()).doesNotContain(live.key());
    }

    @Test
    void odd_names_and_unknown_sellers_are_refused() {
        for (String odd : List.of("", "Capital", "-x", "a_b", "x".repeat(64))) {
            assertThatThrownBy(() -> keys.create(odd, true, ""))
                    .isInstanceOf(StartRefused.class)
                    .hasMessageStartingWith(ODD_NAME);
            assertThatThrownBy(() -> LIST.of(odd)).hasMessageStartingWith(ODD_NAME);
            assertThatThrownBy(() -> keys.revoke(odd, true, "")).hasMessageStartingWith(ODD_NAME);
        }
        keys.create("x".repeat(63), true, "");
        assertThatThrownBy(() -> LIST.of("nobody")).hasMessage("no seller named nobody");
        assertThatThrownBy(() -> keys.revoke("nobody", true, "")).hasMessage("no seller named nobody");
    }

    @Test
    void a_label_is_not_longer_than_a_line_or_two() {
        assertThatThrownBy(() -> keys.create("labels", true, "x".repeat(201)))
                .hasMessage("label: must have at most 200 characters");
        keys.create("labels", true, "x".repeat(200));
        assertThat(LIST.of("labels")).extracting(KeyList.Entry::label).containsExactly("x".repeat(200));
    }

    @Test
    void what_the_database_says_is_told_in_one_line() {
        assertThatThrownBy(() -> KeyRing.hasAny("jdbc:postgresql://127.0.0.1:1/none"))
                .isInstanceOf(StartRefused.class)
                .hasMessageStartingWith("database error: ")
                .hasMessageNotContaining("\n");
    }
}
