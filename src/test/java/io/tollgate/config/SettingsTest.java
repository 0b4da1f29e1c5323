package io.tollgate.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.Config;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The list of settings, the record, the file and the page name the same things. */
class SettingsTest {
    private static final Path FILE = Path.of("conf/gateway.json");
    private static final Path PAGE = Path.of("src/docs/settings.md");

    @Test
    void record_and_list_have_the_same_names_in_the_same_order() {
        assertThat(names("", Config.class))
                .containsExactlyElementsOf(
                        Settings.ALL.stream().map(Setting::name).toList());
    }

    private static List<String> names(String prefix, Class<?> type) {
        List<String> names = new ArrayList<>();
        for (RecordComponent component : type.getRecordComponents()) {
            if (component.getType().isRecord()) {
                names.addAll(names(prefix + component.getName() + ".", component.getType()));
            } else {
                names.add(prefix + component.getName());
            }
        }
        return names;
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
        assertThat(Settings.ALL)
                .allSatisfy(setting ->
                        assertThat(Checks.problem(setting, setting.standard())).isNull());
    }

    @Test
    void variables_follow_one_rule_and_differ() {
        assertThat(Settings.named("rateLimits.keyBurst").orElseThrow().variable())
                .isEqualTo("TOLLGATE_RATE_LIMITS_KEY_BURST");
        assertThat(Settings.named("database.url").orElseThrow().variable()).isEqualTo("TOLLGATE_DATABASE_URL");
        assertThat(Settings.ALL.stream().map(Setting::variable)).doesNotHaveDuplicates();
        assertThat(Settings.ALL.stream().map(Setting::variable)).doesNotContainAnyElementsOf(Environment.OTHER_NAMES);
    }
}
