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

/** Java is told the same by the command of a server as by the scripts of the sources. */
class StartOptionsTest {
    /** Where a Java is older than the options that it is given. */
    private static final String LENIENT = "-XX:+IgnoreUnrecognizedVMOptions";

    @TempDir
    Path folder;

    private Scripts scripts;

    @BeforeEach
    void copy() throws Exception {
        scripts = Scripts.in(folder);
        // As an ordinary user would have it; root first becomes another user, who is not there.
        String command = Files.readString(Path.of("conf/tollgate")).replaceAll("(?m)^.*runuser.*\n", "");
        assertThat(scripts.write("tollgate", command).toFile().setExecutable(true))
                .isTrue();
        scripts.write("jdk/release", "JAVA_VERSION=\"25.0.1\"\n");
    }

    /** What Java was told before its jar, but for the archive of classes, which only the sources have. */
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

    /** Java does not start where the heap begins larger than it may become. */
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
