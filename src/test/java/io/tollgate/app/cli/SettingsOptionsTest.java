package io.tollgate.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.app.Config;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Which settings the program prints at its start. */
class SettingsOptionsTest {
    private static String told(Map<String, String> settings) {
        Map<String, String> all = new HashMap<>(settings);
        all.putIfAbsent("dataDir", SettingsOptions.defaults().dataDir().toString());
        return SettingsOptions.otherThanDefaults(Config.of(all));
    }

    @Test
    void defaults_are_not_told() {
        assertThat(told(Map.of())).isEmpty();
    }

    @Test
    void what_follows_from_a_setting_is_not_told_beside_it() {
        assertThat(told(Map.of("dataDir", "/d"))).isEqualTo("dataDir = /d");
        assertThat(told(Map.of("database.url", "postgres://a:b@c/d"))).isEqualTo("database.url = postgres://a:***@c/d");
    }

    @Test
    void what_is_set_by_itself_is_told() {
        assertThat(told(Map.of(
                        "dataDir", "/d", "logFile", "/l", "secretFile", "/s", "storage.folder", "/f", "port", "80")))
                .isEqualTo("port = 80, dataDir = /d, logFile = /l, storage.folder = /f, secretFile = /s");
        assertThat(told(Map.of("database.url", "postgres://a@c/d", "database.directUrl", "postgres://a@e/d")))
                .isEqualTo("database.url = postgres://a@c/d, database.directUrl = postgres://a@e/d");
    }
}
