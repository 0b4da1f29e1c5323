package io.tollgate.loadtest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The whole command on a server that tells the truth, and on some that do not. */
class LoadtestCommandTest {
    @TempDir
    private Path folder;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private int run(String... arguments) {
        List<String> all = new ArrayList<>(List.of(arguments));
        all.addAll(List.of("--report", folder.resolve("report").toString(), "--scripts", "scripts"));
        return new CommandLine(new LoadtestCommand(
                        new PrintStream(out, true, StandardCharsets.UTF_8),
                        new PrintStream(err, true, StandardCharsets.UTF_8)))
                .execute(all.toArray(String[]::new));
    }

    private int load(FakeGateway gateway) throws IOException {
        Path keys = Files.writeString(folder.resolve("keys"), "TOLLGATE_LIVE_KEY=" + FakeGateway.LIVE_KEY + "\n");
        return run(
                "--url",
                gateway.url(),
                "--keys-file",
                keys.toString(),
                "--scenario",
                "reads",
                "--rate",
                "30",
                "--duration",
                "3s");
    }

    private String lastLine() {
        String[] lines = out.toString(StandardCharsets.UTF_8).strip().split("\n");
        return lines[lines.length - 1];
    }

    @Test
    void duration_has_a_unit_or_is_in_seconds() {
        assertThat(LoadtestCommand.seconds("30")).hasSeconds(30);
        assertThat(LoadtestCommand.seconds("30s")).hasSeconds(30);
        assertThat(LoadtestCommand.seconds("5m")).hasSeconds(300);
        assertThat(LoadtestCommand.seconds("1h")).hasSeconds(3600);
        assertThatThrownBy(() -> LoadtestCommand.seconds("30sec"))
                .hasMessage("--duration must be seconds, or a number with a unit, such as 30s or 5m");
    }

    @Test
    void honest_server_passes_and_its_key_is_nowhere() throws IOException {
        try (FakeGateway gateway = new FakeGateway(page -> page, 0)) {
            assertThat(load(gateway)).as(out.toString(StandardCharsets.UTF_8)).isZero();
        }
        assertThat(lastLine())
                .matches("reads: [0-9]+ requests, 0 errors, 0 inconsistencies, .* of 30 a second, .*: passed");
        assertThat(out.toString(StandardCharsets.UTF_8)).contains("walked whole, both ways: 1 of 1 lists");
        try (var files = Files.walk(folder.resolve("report"))) {
            assertThat(files.map(file -> file.getFileName().toString())).contains("index.html", "simulation.log");
        }
        assertThat(Secrets.in(folder.resolve("report"), List.of(FakeGateway.LIVE_KEY)))
                .isEmpty();
        assertThat(out.toString(StandardCharsets.UTF_8)).doesNotContain(FakeGateway.LIVE_KEY);
    }

    @Test
    void lying_server_fails() throws IOException {
        String forgotten = "{\"id\":\"" + FakeGateway.id(40) + "\",\"color\":\"blue\",\"updatedAt\":\"2026\"},";
        try (FakeGateway gateway = new FakeGateway(page -> page.replace(forgotten, ""), 0)) {
            assertThat(load(gateway)).isEqualTo(1);
        }
        assertThat(lastLine()).doesNotContain(" 0 inconsistencies").endsWith("FAILED");
        assertThat(out.toString(StandardCharsets.UTF_8)).contains("FAIL");
    }

    @Test
    void throttling_server_is_no_error() throws IOException {
        try (FakeGateway gateway = new FakeGateway(page -> page, 20)) {
            assertThat(load(gateway)).as(out.toString(StandardCharsets.UTF_8)).isZero();
        }
        assertThat(lastLine()).contains(" 0 errors").matches(".*, [1-9][0-9]* throttled and [1-9][0-9]* held back, .*");
    }

    @Test
    void wrong_key_fails() throws IOException {
        Path keys = Files.writeString(folder.resolve("keys"), "TOLLGATE_LIVE_KEY=sk_live_other\n");
        try (FakeGateway gateway = new FakeGateway(page -> page, 0)) {
            assertThat(run(
                            "--url",
                            gateway.url(),
                            "--keys-file",
                            keys.toString(),
                            "--scenario",
                            "reads",
                            "--rate",
                            "5",
                            "--duration",
                            "2"))
                    .isEqualTo(1);
        }
        assertThat(out.toString(StandardCharsets.UTF_8)).contains("answered 401");
    }

    @Test
    void bad_usage_is_told_before_anything_is_done() throws IOException {
        Path live = Files.writeString(folder.resolve("live"), "TOLLGATE_LIVE_KEY=sk_live_a\n");
        Path none = Files.writeString(folder.resolve("none"), "TOLLGATE_URL=http://localhost\n");
        Path swapped = Files.writeString(folder.resolve("swapped"), "TOLLGATE_TEST_KEY=sk_live_a\n");
        String here = "http://localhost:1";
        assertThat(run("--rate", "5", "--users", "5")).isEqualTo(2);
        assertThat(run("--rate", "0")).isEqualTo(2);
        assertThat(run("--users", "0")).isEqualTo(2);
        assertThat(run("--rate", "0", "--users", "5")).isEqualTo(2);
        assertThat(run("--records", "0")).isEqualTo(2);
        assertThat(run("--url", here)).isEqualTo(2);
        assertThat(run("--url", "https://192.0.2.7", "--keys-file", live.toString()))
                .isEqualTo(2);
        assertThat(run("--url", here, "--keys-file", none.toString())).isEqualTo(2);
        assertThat(run("--url", here, "--keys-file", swapped.toString())).isEqualTo(2);
        assertThat(run("--url", here, "--keys-file", "no-such-file")).isEqualTo(2);
        assertThat(run("--url", here, "--keys-file", live.toString(), "--scenario", "writes"))
                .as("never with the live key unless told")
                .isEqualTo(2);
        assertThat(err.toString(StandardCharsets.UTF_8).lines())
                .allMatch(line -> line.startsWith("loadtest: "))
                .anyMatch(line -> line.contains("--live to write with the live one"))
                .noneMatch(line -> line.contains("sk_live_a"));
        assertThat(Files.exists(folder.resolve("report"))).isFalse();
    }
}
