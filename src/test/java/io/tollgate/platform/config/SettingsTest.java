package io.tollgate.platform.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tollgate.app.Config;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Compares the declared settings with the file and the page. */
class SettingsTest {
    private static final Path FILE = Path.of("conf/gateway.json");
    private static final Path PAGE = Path.of("src/docs/settings.md");
    private static final List<SettingDeclaration> ALL = SettingsRecords.declarations(Config.class);

    @Test
    void names_are_those_of_the_components() {
        assertThat(ALL.stream().map(SettingDeclaration::name))
                .startsWith("host", "port")
                .contains("tls.key", "dataDir", "database.listPool", "rateLimits.keyBurst", "secret")
                .endsWith("demo", "keysFile")
                .doesNotHaveDuplicates();
    }

    @Test
    void component_without_a_declaration_is_rejected() {
        record Undeclared(int size) {}
        assertThatThrownBy(() -> SettingsRecords.declarations(Undeclared.class)).hasMessage("size: lacks @Setting");
    }

    @Test
    void copy_keeps_all_other_values() {
        Config config = Config.of(Map.of("port", "1", "drainSeconds", "3"));
        Config copy = config.withPorts(7, 8);
        assertThat(copy.server().port()).isEqualTo(7);
        assertThat(copy.server().host()).isEqualTo(config.server().host());
        assertThat(copy.withPorts(1, config.server().managementPort())).isEqualTo(config);
        assertThatThrownBy(() -> SettingsRecords.copy(config, Map.of("prot", 1)))
                .hasMessageContaining("prot");
    }

    /** Run with {@code -Dgolden=write} to write both anew. */
    @Test
    void file_and_page_are_those_of_the_list() throws IOException {
        if ("write".equals(System.getProperty("golden"))) {
            Files.writeString(FILE, SettingsPage.file());
            Files.writeString(PAGE, SettingsPage.page());
        }
        assertThat(Files.readString(FILE)).isEqualTo(SettingsPage.file());
        assertThat(Files.readString(PAGE)).isEqualTo(SettingsPage.page());
    }

    @Test
    void every_default_passes_its_own_check() {
        assertThat(ALL)
                .allSatisfy(setting -> assertThat(Checks.problem(setting, setting.defaultValue()))
                        .isNull());
    }

    @Test
    void variables_follow_one_rule_and_differ() {
        assertThat(variable("rateLimits.keyBurst")).isEqualTo("TOLLGATE_RATE_LIMITS_KEY_BURST");
        assertThat(variable("database.url")).isEqualTo("TOLLGATE_DATABASE_URL");
        assertThat(ALL.stream().map(SettingDeclaration::variable)).doesNotHaveDuplicates();
        assertThat(ALL.stream().map(SettingDeclaration::variable)).doesNotContainAnyElementsOf(Environment.OTHER_NAMES);
    }

    private static String variable(String name) {
        return ALL.stream()
                .filter(setting -> setting.name().equals(name))
                .findFirst()
                .orElseThrow()
                .variable();
    }
}
