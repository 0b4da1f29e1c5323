package io.tollgate.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tollgate.platform.config.StartRefused;
import io.tollgate.platform.server.CertificateFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConfigTest {
    @TempDir
    Path folder;

    private Path file(String json) throws IOException {
        return Files.writeString(folder.resolve("gateway.json"), json);
    }

    private static List<String> problems(Path file, Map<String, String> environment, Map<String, String> flags) {
        try {
            Config.load(file, environment, flags);
            return List.of();
        } catch (StartRefused refused) {
            return refused.problems();
        }
    }

    @Test
    void defaults_are_whole() {
        Config config = Config.defaults();
        assertThat(config.server().port()).isEqualTo(8080);
        assertThat(config.dataDir()).isEqualTo(Path.of(".data").toAbsolutePath());
        assertThat(config.masterSecret().secretFile())
                .isEqualTo(config.dataDir().resolve("secret"));
        assertThat(config.log().logFile())
                .isEqualTo(config.dataDir().resolve("tollgate.log").toString());
        assertThat(config.eventLoops()).isPositive();
        assertThat(config.pdf().workers()).isPositive();
        assertThat(config.database().embedded()).isTrue();
        assertThat(config.server().publicUrlOn(81)).isEqualTo("http://localhost:81");
    }

    @Test
    void file_of_the_project_says_the_defaults() {
        assertThat(Config.load(Path.of("conf/gateway.json"), Map.of(), Map.of()))
                .isEqualTo(Config.defaults());
    }

    @Test
    void flags_win_over_environment_over_file_over_defaults() throws IOException {
        Path file = file("{\"port\": 1, \"host\": \"a\", \"drainSeconds\": 3, \"trustedProxies\": [\"x\"]}");
        Map<String, String> environment =
                Map.of("TOLLGATE_PORT", "2", "TOLLGATE_HOST", "b", "TOLLGATE_TRUSTED_PROXIES", "10.0.0.1, 10.1.0.0/16");
        Config config = Config.load(file, environment, Map.of("port", "3"));
        assertThat(config.server().port()).isEqualTo(3);
        assertThat(config.server().host()).isEqualTo("b");
        assertThat(config.drain().drainSeconds()).isEqualTo(3);
        assertThat(config.server().trustedProxies()).containsExactly("10.0.0.1", "10.1.0.0/16");
    }

    @Test
    void paths_of_the_file_start_from_home_those_given_by_hand_from_here() throws IOException {
        Map<String, String> environment = Map.of("TOLLGATE_HOME", folder.toString(), "TOLLGATE_KEYS_FILE", "keys");
        Config config =
                Config.load(file("{\"tls\": {\"certificate\": \"c\", \"key\": \"/k\"}}"), environment, Map.of());
        assertThat(config.server().tls())
                .isEqualTo(new CertificateFiles(folder.resolve("c").toString(), "/k"));
        assertThat(config.dataDir()).isEqualTo(folder.resolve(".data"));
        assertThat(config.demo().keysFile())
                .isEqualTo(Path.of("keys").toAbsolutePath().toString());
    }

    @Test
    void direct_address_is_that_of_the_statements_unless_given() {
        assertThat(Config.of(Map.of("database.url", "postgres://a/b"))
                        .database()
                        .directUrl())
                .isEqualTo("postgres://a/b");
        assertThat(Config.of(Map.of("database.url", "postgres://a/b", "database.directUrl", "postgres://c/d"))
                        .database()
                        .directUrl())
                .isEqualTo("postgres://c/d");
    }

    @Test
    void unknown_names_are_refused_with_the_nearest_known() throws IOException {
        Path file = file("{\"prot\": 1, \"rateLimits\": {\"keyBrust\": 1}, \"zzzzzzzzzz\": 1}");
        assertThat(problems(file, Map.of("TOLLGATE_DATABSE_URL", "x"), Map.of()))
                .containsExactly(
                        "prot in " + file + ": no such setting; did you mean port?",
                        "rateLimits.keyBrust in " + file + ": no such setting; did you mean rateLimits.keyBurst?",
                        "zzzzzzzzzz in " + file + ": no such setting",
                        "TOLLGATE_DATABSE_URL: no such setting; did you mean TOLLGATE_DATABASE_URL?");
    }

    @Test
    void what_a_keys_file_holds_may_stand_in_the_environment() {
        assertThat(problems(
                        null,
                        Map.of("TOLLGATE_URL", "x", "TOLLGATE_LIVE_KEY", "y", "TOLLGATE_TEST_KEY", "z"),
                        Map.of()))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    {"port": "8080"}              | must be a whole number from 0 to 65535, not "8080"
                    {"port": 65536}               | must be a whole number from 0 to 65535, not 65536
                    {"port": 80.5}                | must be a whole number from 0 to 65535, not 80.5
                    {"port": 99999999999999999999}| must be a whole number from 0 to 65535, not 99999999999999999999
                    {"port": null}                | must be a whole number from 0 to 65535, not null
                    {"demo": "yes"}               | must be true or false, not "yes"
                    {"host": 1}                   | must be text, not 1
                    {"trustedProxies": [1]}       | must be a list of strings, not [1]
                    {"publicUrl": "ftp://x"}      | must start with http:// or https:// and include a host
                    {"database": {"url": "x"}}    | must start with postgres:// or postgresql:// and include a host
                    """)
    void wrong_values_of_the_file_are_one_line_each(String json, String problem) throws IOException {
        assertThat(problems(file(json), Map.of(), Map.of()))
                .singleElement()
                .asString()
                .contains(" in " + folder)
                .endsWith(": " + problem);
    }

    @Test
    void wrong_values_of_the_environment_and_of_flags_too() {
        assertThat(problems(null, Map.of("TOLLGATE_PORT", "http", "TOLLGATE_DEMO", "1"), Map.of("drainSeconds", "-1")))
                .containsExactly(
                        "TOLLGATE_DEMO: must be true or false, not \"1\"",
                        "TOLLGATE_PORT: must be a whole number from 0 to 65535, not \"http\"",
                        "drainSeconds: must be a whole number from 0 to 3600, not -1");
    }

    @Test
    void wrong_address_is_not_repeated_since_it_may_hold_a_password() {
        assertThat(problems(null, Map.of("TOLLGATE_DATABASE_URL", "mysql://me:hidden@x"), Map.of()))
                .singleElement()
                .asString()
                .doesNotContain("hidden");
    }

    @Test
    void settings_that_contradict_one_another_are_refused() {
        assertThat(problems(null, Map.of(), Map.of("tls.key", "k"))).hasSize(1);
        assertThat(problems(null, Map.of(), Map.of("port", "9090"))).hasSize(1);
        assertThat(problems(null, Map.of(), Map.of("port", "0", "managementPort", "0")))
                .isEmpty();
        assertThat(problems(null, Map.of(), Map.of("database.queryTimeoutMillis", "2000")))
                .hasSize(1);
    }

    @Test
    void file_that_is_no_json_object_or_missing_or_says_a_thing_twice_is_refused() throws IOException {
        assertThat(problems(folder.resolve("none"), Map.of(), Map.of()))
                .containsExactly(folder.resolve("none") + ": cannot be read: no such file or directory");
        assertThat(problems(file("[]"), Map.of(), Map.of()))
                .singleElement()
                .asString()
                .contains("JSON object");
        assertThat(problems(file("{\n\"port\": 1,}"), Map.of(), Map.of()))
                .singleElement()
                .asString()
                .contains("line 2")
                .doesNotContain("\n");
        assertThat(problems(file("{\"port\": 1, \"port\": 2}"), Map.of(), Map.of()))
                .singleElement()
                .asString()
                .contains("port");
    }

    @Test
    void printed_settings_hide_secrets() {
        Config config = Config.of(Map.of(
                "database.url", "postgres://me:hidden@h/d?sslpassword=hidden&sslmode=require",
                "secret", "hidden"));
        assertThat(config.print())
                .doesNotContain("hidden")
                .contains(
                        "database.url = postgres://me:***@h/d?sslpassword=***&sslmode=require\n",
                        "secret = ***\n",
                        "rateLimits.keyBurst = 1000\n");
        assertThat(config).hasToString(config.print());
        assertThatThrownBy(() -> Config.of(Map.of("nonsense", "1"))).isInstanceOf(StartRefused.class);
    }

    @Test
    void a_file_that_cannot_be_read_says_why() throws IOException {
        Path binary = Files.write(folder.resolve("binary"), new byte[] {(byte) 0xff, (byte) 0xfe});

        assertThat(problems(binary, Map.of(), Map.of())).containsExactly(binary + ": cannot be read: not valid UTF-8");
    }

    @ParameterizedTest
    @CsvSource({"postgres://u:p@s?w%@h/d", "postgres://u:p@/d?host=/run/postgresql"})
    void an_address_without_a_host_is_refused_with_how_to_write_a_password(String url) {
        assertThat(problems(null, Map.of("TOLLGATE_DATABASE_URL", url), Map.of()))
                .singleElement()
                .asString()
                .contains("TOLLGATE_DATABASE_URL: must start with", "%40 for @")
                .doesNotContain("u:p");
    }
}
