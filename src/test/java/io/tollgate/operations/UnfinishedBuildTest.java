package io.tollgate.operations;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The jar of an interrupted build is newer than all sources and still incomplete. */
class UnfinishedBuildTest {
    /** A line of progress: the seconds since the start, and the phase. */
    private static final Pattern PHASE = Pattern.compile("\\[ *([0-9]+) s\\] (.*)");

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

    /** A running gateway has its jar open and reads classes from it later. */
    @Test
    void a_build_leaves_a_running_gateway_the_program_that_it_was_started_from() throws Exception {
        Scripts scripts = Scripts.in(folder);
        scripts.program(
                "jdk/bin/mvn",
                "[ \"$*\" != '-B -v' ] || { echo Apache Maven 3.9.9; exit; }\n"
                        + "printf another >target/tollgate-1-all.jar\n");
        Path jar = folder.resolve("target/tollgate-1-all.jar");
        try (InputStream running = Files.newInputStream(jar)) {
            scripts.write("target/.unfinished", "");
            scripts.type("scripts/db url");
            assertThat(new String(running.readAllBytes(), StandardCharsets.UTF_8))
                    .isEqualTo("program");
        }
        assertThat(jar).content(StandardCharsets.UTF_8).isEqualTo("another");
    }

    /** The script prints progress, so that half a minute of building does not look like a hang. */
    @Test
    void a_build_shows_its_phases_and_seconds() throws Exception {
        Scripts scripts = Scripts.in(folder);
        scripts.program("jdk/bin/mvn", """
                [ "$*" != '-B -v' ] || { echo Apache Maven 3.9.9; exit; }
                echo '[INFO] Downloaded from central: https://repo/a.pom (1 kB at 2 kB/s)'
                echo '[INFO] Downloaded from central: https://repo/a.jar (1 kB at 2 kB/s)'
                sleep 3
                echo '[INFO] --- compiler:3.14.1:compile (default-compile) @ tollgate ---'
                sleep 14
                echo '[INFO] --- shade:3.6.0:shade (default) @ tollgate ---'
                sleep 3
                """);
        scripts.write("target/.unfinished", "");

        String said = scripts.type("scripts/db url").said();
        List<MatchResult> lines = PHASE.matcher(said).results().toList();
        assertThat(lines.stream().map(line -> line.group(2)).distinct())
                .containsExactly("downloading: 2 files", "compiling", "packaging");
        assertThat(lines.stream().map(line -> Integer.valueOf(line.group(1))))
                .isSorted()
                .first()
                .isNotEqualTo(0);
        assertThat(lines.stream().filter(line -> line.group(2).equals("compiling")))
                .as("a long phase is shown again")
                .hasSizeGreaterThan(1);
    }
}
