package io.tollgate.apikey;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tollgate.Config;
import io.tollgate.Secrets;
import io.tollgate.config.StartRefused;
import io.tollgate.db.EmbeddedPostgres;
import io.tollgate.db.Migrations;
import io.tollgate.db.PostgresUrl;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KeyRingTest {
    @TempDir
    static Path folder;

    private static EmbeddedPostgres postgres;
    private static KeyRing keys;

    @BeforeAll
    static void start() {
        postgres = EmbeddedPostgres.start(folder.resolve("data"), EmbeddedPostgres.Durability.NONE, line -> {});
        Migrations.migrate(postgres.url());
        keys = keyRing("0f");
    }

    private static KeyRing keyRing(String twoDigits) {
        Secrets secrets = Secrets.of(Config.of(Map.of("secret", twoDigits.repeat(32))), false);
        return new KeyRing(PostgresUrl.toJdbc(postgres.url()), secrets);
    }

    @AfterAll
    static void stop() {
        postgres.close();
    }

    @Test
    void first_key_makes_the_seller() {
        assertThat(keys.create("first", true, "").sellerCreated()).isTrue();
        assertThat(keys.create("first", false, "").sellerCreated()).isFalse();
        assertThat(keys.someSellers()).contains("first");
    }

    @Test
    void key_works_until_it_is_revoked_and_under_its_own_secret_only() {
        KeyRing.Created created = keys.create("revoking", true, "shop");
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
    void list_shows_enough_to_know_a_key_but_not_the_key() {
        KeyRing.Created live = keys.create("listing", true, "one");
        keys.create("listing", false, "two");
        keys.revoke("listing", false, "two");
        assertThat(keys.list("listing")).hasSize(2);
        KeyRing.Listed revoked = keys.list("listing").get(0);
        KeyRing.Listed listed = keys.list("listing").get(1);
        assertThat(revoked.revokedAt()).isNotNull();
        assertThat(listed.id()).isEqualTo(live.id());
        assertThat(listed.live()).isTrue();
        assertThat(listed.label()).isEqualTo("one");
        assertThat(listed.lastUsedAt()).isNull();
        assertThat(live.key()).startsWith(listed.prefix()).endsWith(listed.last4());
        assertThat(keys.list("listing")).asString().doesNotContain(live.key());
        assertThat(live.toString()).doesNotContain(live.key());
    }

    @Test
    void odd_names_and_unknown_sellers_are_refused() {
        assertThatThrownBy(() -> keys.create("Capital", true, "")).isInstanceOf(StartRefused.class);
        assertThatThrownBy(() -> keys.create("-x", true, "")).isInstanceOf(StartRefused.class);
        assertThatThrownBy(() -> keys.create("x".repeat(64), true, "")).isInstanceOf(StartRefused.class);
        assertThatThrownBy(() -> keys.list("nobody")).hasMessage("there is no seller named nobody");
        assertThatThrownBy(() -> keys.revoke("nobody", true, "")).hasMessage("there is no seller named nobody");
    }
}
