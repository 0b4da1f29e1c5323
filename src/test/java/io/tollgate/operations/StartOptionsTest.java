package io.tollgate.operations;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The server command and the development scripts start Java with the same options. */
class StartOptionsTest {
    /** For a Java version without some of the options. */
    private static final String LENIENT = "-XX:+IgnoreUnrecognizedVMOptions";

    @TempDir
    Path folder;

    private Scripts scripts;

    @BeforeEach
    void copy() throws Exception {
        scripts = Scripts.in(folder);
        // As for an ordinary user; as root, the command would first switch to a user who does not exist here.
        String command = Files.readString(Path.of("conf/tollgate")).replaceAll("(?m)^.*runuser.*\n", "");
        assertThat(scripts.write("tollgate", command).toFile().setExecutable(true))
                .isTrue();
        scripts.write("jdk/release", "JAVA_VERSION=\"25.0.1\"\n");
    }

    /** Returns Java's options before the jar, without the class archive, which only the scripts use. */
    private List<String> told(String line) throws Exception {
        scripts.forget();
        assertThat(scripts.type(line).said()).isEmpty();
        assertThat(scripts.calls()).hasSize(1);
        return Arrays.stream(scripts.calls().get(0).split(" "))
                .takeWhile(word -> !word.equals("-jar"))
                .filter(word -> !word.equals(LENIENT) && !word.startsWith("-XX:DumpLoadedClassList="))
                .toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"run", "doctor"})
    void both_ways_have_the_same_options(String command) throws Exception {
        List<String> ofScripts = told("scripts/" + command);

        assertThat(ofScripts).contains("-XX:+UseSerialGC", "--sun-misc-unsafe-memory-access=allow");
        assertThat(told("tollgate " + command)).containsExactlyInAnyOrderElementsOf(ofScripts);
    }

    @Test
    void both_leave_the_collector_to_who_names_one() throws Exception {
        scripts.environment("TOLLGATE_JAVA_OPTIONS", "-XX:+UseG1GC");

        List<String> ofScripts = told("scripts/run");

        assertThat(ofScripts).contains("-XX:+UseG1GC").doesNotContain("-XX:+UseSerialGC");
        assertThat(told("tollgate run")).containsExactlyInAnyOrderElementsOf(ofScripts);
    }

    /** Java does not start with an initial heap above the maximum heap. */
    @Test
    void both_leave_the_heap_to_who_bounds_it() throws Exception {
        scripts.environment("TOLLGATE_JAVA_OPTIONS", "-Xmx64m");

        List<String> ofScripts = told("scripts/run");

        assertThat(ofScripts).endsWith("-Xmx64m").noneMatch(option -> option.startsWith("-Xms"));
        assertThat(told("tollgate run")).containsExactlyInAnyOrderElementsOf(ofScripts);
    }

    @Test
    void the_service_runs_the_command() throws Exception {
        assertThat(Files.readString(Path.of("conf/tollgate.service")))
                .contains("\nExecStart=/opt/tollgate/tollgate run\n")
                .doesNotContain("java ", "Environment");
    }
}
