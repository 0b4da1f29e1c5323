package io.tollgate.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The class archive is used only if it belongs to this program and this JVM. */
class StartArchiveTest {
    /** Does what the scripts do before they start Java; the class list is from a gateway that is ready. */
    private static final String PREPARE = """
            . scripts/lib/common.sh
            java=$PWD/jdk/bin/java jar=$PWD/target/tollgate-1-all.jar
            options=() module_options=(--some-option) archive_settle_seconds=0
            find_archive
            make() {
                printf '%s\\n' java/lang/Object io/tollgate/app/cli/Banner last >"$PWD/target/list"
                make_archive $$ "$PWD/target/list"
            }
            use() {
                make_archive() { :; }
                archive_options "$1"
                printf '%s\\n' ${options[@]+"${options[@]}"}
            }
            """;

    private static final String USED = "-XX:SharedArchiveFile=";
    private static final String LISTED = "-XX:DumpLoadedClassList=";

    @TempDir
    Path folder;

    @BeforeEach
    void program() throws IOException {
        Files.createDirectories(folder.resolve("scripts/lib"));
        for (String script : List.of("common.sh", "archive.sh")) {
            Files.copy(
                    Path.of("scripts/lib", script),
                    folder.resolve("scripts/lib").resolve(script));
        }
        write("target/tollgate-1-all.jar", "program");
        write("jdk/lib/server/libjvm.so", "machine");
        java("for word; do case $word in -XX:SharedArchiveFile=*) echo archive >\"${word#*=}\" ;; esac; done");
    }

    private void write(String name, String text) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private void java(String body) throws IOException {
        write("jdk/bin/java", "#!/bin/sh\n" + body + "\n");
        assertThat(folder.resolve("jdk/bin/java").toFile().setExecutable(true)).isTrue();
    }

    private String bash(String... commands) throws IOException, InterruptedException {
        Process process = new ProcessBuilder("bash", "-euc", PREPARE + String.join("\n", commands))
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(200, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).as(said).isZero();
        return said;
    }

    private List<String> files() throws IOException {
        try (var files = Files.list(folder.resolve("target"))) {
            return files.map(file -> file.getFileName().toString().replaceAll("[0-9]{2,}", "N"))
                    .sorted()
                    .toList();
        }
    }

    @Test
    void a_gateway_without_one_lists_its_classes_and_other_commands_do_not() throws Exception {
        assertThat(bash("use run")).startsWith(LISTED);
        assertThat(bash("use keys")).isBlank();
    }

    @Test
    void it_is_made_once_and_leaves_nothing_else() throws Exception {
        bash("(make)");

        assertThat(files()).containsExactly("start-N.jsa", "start-N.jsa.stamp", "tollgate-1-all.jar");
        assertThat(bash("use run")).startsWith(USED);
        assertThat(bash("use keys")).startsWith(USED);
    }

    @Test
    void that_of_another_program_is_not_used() throws Exception {
        bash("(make)");
        write("target/tollgate-1-all.jar", "another");

        assertThat(bash("use run")).startsWith(LISTED);
        bash("(make)");
        assertThat(bash("use run")).startsWith(USED);
    }

    @Test
    void that_of_another_machine_is_not_used() throws Exception {
        bash("(make)");
        write("jdk/lib/server/libjvm.so", "a newer machine");

        assertThat(bash("use run")).startsWith(LISTED);
    }

    /** Java crashes if an agent changes classes of an archive. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "TOLLGATE_JAVA_OPTIONS='-Xmx300m -javaagent:/opt/apm.jar=a,b'",
                "JAVA_TOOL_OPTIONS=-javaagent:/opt/apm.jar",
                "JDK_JAVA_OPTIONS=-agentlib:jdwp=transport=dt_socket",
                "_JAVA_OPTIONS=-agentpath:/opt/libprofiler.so",
                "JDK_JAVA_OPTIONS=\"-ea '@/etc/java options'\"",
                "JAVA_TOOL_OPTIONS=-XX:VMOptionsFile=/etc/options"
            })
    void a_start_with_an_agent_neither_uses_nor_makes_one(String environment) throws Exception {
        assertThat(bash(environment + " use run"))
                .as("before an archive exists")
                .isBlank();
        bash("(make)");
        assertThat(bash(environment + " use run")).isBlank();
        assertThat(bash(environment + " use keys")).isBlank();
        assertThat(bash("TOLLGATE_JAVA_OPTIONS='-Xmx300m -Dmail=a@b' use run")).startsWith(USED);
    }

    @Test
    void one_that_was_changed_is_not_used() throws Exception {
        bash("(make)");
        bash("echo more >>\"$archive\"");

        assertThat(bash("use run")).startsWith(LISTED);
    }

    @Test
    void one_that_could_not_be_made_leaves_nothing() throws Exception {
        java("echo half >\"$PWD/target/none\"; exit 1");
        bash("(make)", "rm target/none");

        assertThat(files()).containsExactly("tollgate-1-all.jar");
        assertThat(bash("use run")).startsWith(LISTED);
    }

    @Test
    void a_gateway_that_ended_before_it_was_ready_makes_none() throws Exception {
        bash("echo java/lang/Object >target/list", "(make_archive 999999999 \"$PWD/target/list\")");

        assertThat(files()).containsExactly("tollgate-1-all.jar");
    }
}
