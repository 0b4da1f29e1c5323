package io.tollgate.platform.secret;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tollgate.app.Config;
import io.tollgate.platform.config.StartRefused;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SecretsTest {
    private static final String HEX = "0f".repeat(32);

    @TempDir
    Path folder;

    private Config config() {
        return Config.of(Map.of("dataDir", folder.resolve("data").toString()));
    }

    @Test
    void missing_file_is_made_once_and_private() throws Exception {
        byte[] first = config().secrets(true).keyPepper().current().bytes();
        Path file = config().masterSecret().secretFile();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        assertThat(Files.readString(file)).matches("[0-9a-f]{64}\n");
        assertThat(config().secrets(false).keyPepper().current().bytes()).isEqualTo(first);
    }

    @Test
    void missing_file_is_refused_where_it_may_not_be_made() {
        assertThatThrownBy(() -> config().secrets(false))
                .isInstanceOf(StartRefused.class)
                .hasMessageContaining("TOLLGATE_SECRET");
        assertThat(config().masterSecret().secretFile()).doesNotExist();
    }

    @Test
    void setting_wins_over_the_file() {
        Secrets given = Config.of(Map.of("secret", HEX)).secrets(false);
        assertThat(pepper(given)).isEqualTo(pepper(parsed(HEX)));
        assertThat(given).hasToString("Secrets[***]");
    }

    @Test
    void keys_of_different_purposes_differ() {
        Secrets secrets = parsed(HEX);
        assertThat(pepper(secrets))
                .hasSize(32)
                .isNotEqualTo(secrets.linkKey().current().bytes());
        assertThat(secrets.derive("a")).isNotEqualTo(secrets.derive("b"));
    }

    private static Secrets parsed(String... lines) {
        return Secrets.parse(List.of(lines), "FILE");
    }

    private static byte[] pepper(Secrets secrets) {
        return secrets.keyPepper().current().bytes();
    }

    @Test
    void the_first_line_is_the_secret_and_those_below_are_understood() {
        String older = "aa".repeat(32);
        Secrets both = parsed("# since May", HEX, "", older);
        assertThat(pepper(both)).isEqualTo(pepper(parsed(HEX)));
        assertThat(both.keyPepper().versions())
                .extracting(RotatingKey.Version::id)
                .containsExactly(
                        parsed(HEX).keyPepper().current().id(),
                        parsed(older).keyPepper().current().id());
        assertThat(both.keyPepper().toString()).doesNotContain("bytes", "[B@");
        assertThatThrownBy(() -> parsed(HEX, HEX)).hasMessage("FILE: contains the same secret twice");
        assertThatThrownBy(() -> parsed(HEX, "older"))
                .hasMessageContaining("64 or more")
                .hasMessageNotContaining(HEX);
    }

    @Test
    void a_link_stays_good_while_the_secret_that_signed_it_is_kept() {
        String older = "aa".repeat(32);
        String link = new LinkSigner(parsed(older).linkKey()).sign("a link");
        assertThat(new LinkSigner(parsed(HEX, older).linkKey()).isValid("a link", link))
                .isTrue();
        assertThat(new LinkSigner(parsed(HEX, older).linkKey()).isValid("b link", link))
                .isFalse();
        assertThat(new LinkSigner(parsed(HEX).linkKey()).isValid("a link", link))
                .isFalse();
        assertThat(new LinkSigner(parsed(HEX, older).linkKey()).sign("a link")).isNotEqualTo(link);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "0f", "zz", "0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0"})
    void short_or_odd_secrets_are_refused_and_not_repeated(String secret) {
        assertThatThrownBy(() -> parsed(secret))
                .isInstanceOf(StartRefused.class)
                .hasMessage(
                        "FILE: must be 64 or more hexadecimal digits, an even number of them; older secrets follow");
    }
}
