package io.tollgate.loadtest.target;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tollgate.loadtest.call.Call;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A gateway of our own, here one of three shell scripts: started, examined, stopped, removed. */
class OwnGatewayTest {
    private static final String RUN = """
            printf 'TOLLGATE_URL=http://localhost:7\\nTOLLGATE_LIVE_KEY=sk_live_a\\nTOLLGATE_TEST_KEY=sk_test_a\\n' >"$8"
            echo $$ >"$2.pid"
            env >"$2.env"
            exec sleep 60
            """;

    @TempDir
    private Path scripts;

    private final List<String> told = new ArrayList<>();

    private void script(String name, String text) throws IOException {
        Path file = Files.writeString(scripts.resolve(name), "#!/bin/sh\n" + text);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
    }

    private void scripts(String demo, String run) throws IOException {
        script("demo", "mkdir -p \"$2\"; " + demo);
        script("run", run);
        script("doctor", "echo 2 violations.; exit 1");
    }

    private static boolean isAlive(Path pid) throws IOException {
        return ProcessHandle.of(Long.parseLong(Files.readString(pid).strip()))
                .map(ProcessHandle::isAlive)
                .orElse(false);
    }

    @Test
    void is_started_without_limits_and_leaves_nothing() throws IOException {
        scripts("exit 0", RUN);
        Path data;
        try (OwnGateway own = OwnGateway.in(scripts, told::add)) {
            Target target = own.start(10, 1);
            assertThat(target.url()).isEqualTo("http://localhost:7");
            assertThat(target.isOwn()).isTrue();
            assertThat(target.keys().has(Call.Caller.TEST_KEY)).isTrue();
            data = own.folder().resolve("data");
            Path environment = own.folder().resolve("data.env");
            while (!Files.exists(environment) || Files.size(environment) == 0) {
                Thread.onSpinWait();
            }
            assertThat(Files.readAllLines(environment)).contains("TOLLGATE_RATE_LIMITS_KEY_PER_SECOND=1000000");
            assertThat(isAlive(own.folder().resolve("data.pid"))).isTrue();
            assertThat(own.footprint()).matches("[0-9]+ MB resident, [0-9]+ open files");
            assertThat(own.examine()).singleElement().asString().contains("2 violations");
        }
        assertThat(data.getParent()).doesNotExist();
    }

    @Test
    void says_why_it_did_not_start_and_leaves_nothing() throws IOException {
        scripts("exit 0", "echo the port is taken; exit 3");
        OwnGateway own = OwnGateway.in(scripts, told::add);
        assertThatThrownBy(() -> own.start(10, 1)).hasMessageContaining("the port is taken");
        own.close();
        own.close();
        assertThat(own.folder()).doesNotExist();
        assertThatThrownBy(() -> own.start(10, 1)).hasMessageContaining("stopped");
    }

    @Test
    void demo_that_fails_is_told() throws IOException {
        scripts("echo no space; exit 1", RUN);
        try (OwnGateway own = OwnGateway.in(scripts, told::add)) {
            assertThatThrownBy(() -> own.start(10, 1)).hasMessageContaining("no space");
        }
    }
}
