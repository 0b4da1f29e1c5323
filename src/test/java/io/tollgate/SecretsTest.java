package io.tollgate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tollgate.config.StartRefused;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
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
        byte[] first = Secrets.of(config(), true).keyPepper();
        Path file = config().secretFile();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        assertThat(Files.readString(file)).matches("[0-9a-f]{64}\n");
        assertThat(Secrets.of(config(), false).keyPepper()).isEqualTo(first);
    }

    @Test
    void missing_file_is_refused_where_it_may_not_be_made() {
        assertThatThrownBy(() -> Secrets.of(config(), false))
                .isInstanceOf(StartRefused.class)
                .hasMessageContaining("TOLLGATE_SECRET");
        assertThat(config().secretFile()).doesNotExist();
    }

    @Test
    void setting_wins_over_the_file() {
        Secrets given = Secrets.of(Config.of(Map.of("secret", HEX)), false);
        assertThat(given.keyPepper()).isEqualTo(Secrets.parse(HEX, "test").keyPepper());
        assertThat(given).hasToString("Secrets[***]");
    }

    @Test
    void keys_of_different_purposes_differ() {
        Secrets secrets = Secrets.parse(HEX, "test");
        assertThat(secrets.keyPepper()).hasSize(32).isNotEqualTo(secrets.linkKey());
        assertThat(secrets.derive("a")).isNotEqualTo(secrets.derive("b"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "0f", "zz", "0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0"})
    void short_or_odd_secrets_are_refused_and_not_repeated(String secret) {
        assertThatThrownBy(() -> Secrets.parse(secret, "FILE"))
                .isInstanceOf(StartRefused.class)
                .hasMessage("FILE: must be 64 or more hexadecimal digits, an even number of them");
    }
}
