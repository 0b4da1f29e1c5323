package io.tollgate.operations;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a build that was interrupted left behind is newer than any source, and is still no program. */
class UnfinishedBuildTest {
    @TempDir
    Path folder;

    @Test
    void it_is_built_again_and_once() throws Exception {
        Scripts scripts = Scripts.in(folder);
        Path unfinished = scripts.write("target/.unfinished", "");

        scripts.type("scripts/db url");
        assertThat(scripts.calls()).anyMatch(call -> call.startsWith("mvn") && call.endsWith("package"));
        assertThat(Files.exists(unfinished)).isFalse();

        scripts.forget();
        scripts.type("scripts/db url");
        assertThat(scripts.calls()).noneMatch(call -> call.startsWith("mvn"));
    }
}
