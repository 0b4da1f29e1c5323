package io.tollgate.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LauncherTest {
    @Test
    void commands_are_named_as_they_exist_there() {
        assertThat(Launcher.of(Map.of("TOLLGATE_COMMAND", "tollgate")).command("keys"))
                .isEqualTo("tollgate keys");
        assertThat(Launcher.of(Map.of("TOLLGATE_HOME", "/somewhere")).command("keys"))
                .isEqualTo("scripts/keys");
        assertThat(Launcher.of(Map.of()).command("keys"))
                .startsWith("java -jar ")
                .endsWith(".jar keys");
    }

    @Test
    void each_way_to_start_sets_its_variable() throws IOException {
        assertThat(Files.readString(Path.of("conf/tollgate"))).contains("\nexport TOLLGATE_COMMAND=tollgate\n");
        assertThat(Files.readString(Path.of("scripts/lib/common.sh"))).contains("export TOLLGATE_HOME=");
    }
}
