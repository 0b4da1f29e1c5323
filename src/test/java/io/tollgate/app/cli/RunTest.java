package io.tollgate.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.Main;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The program as a separate process, started and stopped as operators do it. */
@Timeout(300)
class RunTest {
    @TempDir
    Path folder;

    private Process start(String... more) throws IOException {
        return start(Map.of(), more);
    }

    private Process start(Map<String, String> environment, String... more) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Dlogback.configurationFile=logback.xml",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName(),
                "run",
                "--port=0",
                "--management-port=0",
                "--data=" + folder.resolve("data"),
                "--keys-file=" + folder.resolve("keys")));
        command.addAll(List.of(more));
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output().toFile());
        builder.environment().putAll(environment);
        return builder.start();
    }

    private Path output() {
        return folder.resolve("output");
    }

    private List<String> keysOnceReady(Process process) throws Exception {
        Path keys = folder.resolve("keys");
        while (process.isAlive() && !Files.exists(keys)) {
            Thread.sleep(50);
        }
        if (!Files.exists(keys)) {
            throw new IllegalStateException(Files.readString(output()));
        }
        return Files.readAllLines(keys);
    }

    /** SIGTERM; the exit status is that of a program ended by a signal. */
    private String stop(Process process) throws Exception {
        process.destroy();
        assertThat(process.waitFor(200, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isEqualTo(143);
        return Files.readString(output());
    }

    @Test
    void prints_the_same_keys_at_each_start_and_leaves_nothing_running() throws Exception {
        Process first = start();
        List<String> keys = keysOnceReady(first);
        String said = stop(first);

        assertThat(keys.get(0)).matches("TOLLGATE_URL=http://localhost:[0-9]+");
        assertThat(keys.get(1)).matches("TOLLGATE_LIVE_KEY=sk_live_\\w{38}");
        assertThat(keys.get(2)).matches("TOLLGATE_TEST_KEY=sk_test_\\w{38}");
        assertThat(keys.get(3)).isEqualTo("export TOLLGATE_URL TOLLGATE_LIVE_KEY TOLLGATE_TEST_KEY");
        assertThat(keys).hasSize(4);
        assertThat(said)
                .contains("Tollgate is ready.", "Docs", "curl -H", keys.get(1).substring(18))
                .endsWith("Stopped\n");
        assertThat(folder.resolve("data/postgres/postmaster.pid")).doesNotExist();
        assertThat(folder.resolve("data/tollgate.log"))
                .content(StandardCharsets.UTF_8)
                .contains("Starting with settings");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve("keys"))))
                .isEqualTo("rw-------");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve("data"))))
                .startsWith("rwx--");
        assertThat(Files.readString(folder.resolve("data/tollgate.log"))).startsWith("{\"timestamp\":");

        Files.delete(folder.resolve("keys"));
        Process second = start();
        assertThat(keysOnceReady(second).subList(1, 3)).isEqualTo(keys.subList(1, 3));
        stop(second);
    }

    @Test
    void a_second_one_on_the_folder_is_refused_and_takes_nothing_of_the_first() throws Exception {
        Process first = start("--no-demo");
        List<String> keys = keysOnceReady(first);
        List<String> log = Files.readAllLines(folder.resolve("data/tollgate.log"));
        Process second = start("--no-demo");
        assertThat(second.waitFor(200, TimeUnit.SECONDS)).isTrue();
        assertThat(second.exitValue()).isEqualTo(2);
        assertThat(Files.readString(output())).contains("is in use by process " + first.pid());
        assertThat(folder.resolve("keys")).exists();
        assertThat(Files.readAllLines(folder.resolve("keys"))).isEqualTo(keys);
        assertThat(Files.readAllLines(folder.resolve("data/tollgate.log")))
                .startsWith(log.toArray(String[]::new))
                .filteredOn(line -> line.contains("Starting with settings"))
                .hasSize(1);
        stop(first);
    }

    @Test
    void without_demo_there_is_no_key_but_advice() throws Exception {
        Process process = start("--no-demo", "--config=conf/gateway.json");
        assertThat(keysOnceReady(process)).hasSize(2).first().asString().startsWith("TOLLGATE_URL=");
        assertThat(stop(process))
                .contains("is on the volume of the embedded Postgres; uploads leave storage.freeMegabytesMin (500 MB)")
                .containsPattern("java -jar \\S+ keys create --seller NAME --mode test --data '")
                .doesNotContain("sk_");
    }

    /** As {@code conf/tollgate} starts it: the printed command needs no options. */
    @Test
    void on_a_server_the_advice_names_the_command_of_the_server() throws Exception {
        Map<String, String> server = Map.of(
                "TOLLGATE_COMMAND",
                "tollgate",
                "TOLLGATE_DATA_DIR",
                folder.resolve("data").toString());
        Process process = start(server, "--no-demo");
        assertThat(keysOnceReady(process)).hasSize(2);
        assertThat(stop(process)).contains("\n  tollgate keys create --seller NAME --mode test\n");
    }

    /** Nobody, not even root, can create a folder below a file. */
    @Test
    void a_folder_of_files_that_cannot_be_written_is_told_of() throws Exception {
        Path files = Files.createFile(folder.resolve("file")).resolve("files");
        Path settings =
                Files.writeString(folder.resolve("gateway.json"), "{\"storage\":{\"folder\":\"" + files + "\"}}");
        Process process = start("--no-demo", "--config=" + settings);
        assertThat(keysOnceReady(process)).hasSize(2);
        assertThat(stop(process)).contains("storage.folder: " + files + " cannot be written");
        assertThat(folder.resolve("data/tollgate.log"))
                .content(StandardCharsets.UTF_8)
                .contains("every upload will return 503");
    }
}
