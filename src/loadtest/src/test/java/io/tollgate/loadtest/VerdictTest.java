package io.tollgate.loadtest;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.loadtest.call.Fault;
import io.tollgate.loadtest.engine.Profile;
import io.tollgate.loadtest.measure.Tally;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is made of a load. */
class VerdictTest {
    private static final Profile PROFILE = Profile.of(10, 0, Duration.ofSeconds(10));

    private final Tally tally = new Tally();

    private Verdict verdict(int answers, String... faults) {
        tally.window(
                System.nanoTime() - 1, System.nanoTime() + Duration.ofMinutes(1).toNanos());
        for (int i = 1; i <= answers; i++) {
            tally.request(i);
        }
        return new Verdict(Scenario.reads, PROFILE, tally, List.of(faults));
    }

    @Test
    void all_in_one_line() {
        assertThat(verdict(100).line())
                .isEqualTo("reads: 100 requests, 0 errors, 0 inconsistencies, 10.0 of 10 a second,"
                        + " p50 50 p95 95 p99 99 max 100 ms: passed");
    }

    @Test
    void an_error_fails() {
        tally.fault("list", Fault.error("answered 503"));
        assertThat(verdict(100).passed()).isFalse();
    }

    @Test
    void an_inconsistency_fails() {
        tally.fault("list", Fault.inconsistency("twice"));
        assertThat(verdict(100).line()).contains("1 inconsistencies").endsWith("FAILED");
    }

    @Test
    void what_is_found_afterwards_fails() {
        assertThat(verdict(100, "a key in the report").passed()).isFalse();
    }

    @Test
    void a_rate_not_reached_fails_unless_the_server_asked_for_patience() {
        assertThat(verdict(89).line()).endsWith("FAILED, the rate was not reached");
        tally.throttled();
        assertThat(new Verdict(Scenario.reads, PROFILE, tally, List.of()).passed())
                .isTrue();
    }

    @Test
    void nothing_at_all_fails() {
        tally.throttled();
        assertThat(verdict(0).passed()).isFalse();
    }

    @Test
    void keys_are_found_where_they_are(@TempDir Path folder) throws IOException {
        Files.createDirectories(folder.resolve("js"));
        Files.writeString(folder.resolve("index.html"), "nothing");
        Files.write(folder.resolve("js/log"), new byte[] {0, (byte) 0xff, 's', 'k', '_', 'x', 0});
        assertThat(Secrets.in(folder, List.of("sk_x")))
                .singleElement()
                .asString()
                .contains("js/log holds a key");
        assertThat(Secrets.in(folder, List.of("sk_y"))).isEmpty();
    }
}
