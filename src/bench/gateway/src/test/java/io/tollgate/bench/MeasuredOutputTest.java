package io.tollgate.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What other programs print is read right, or not at all. */
class MeasuredOutputTest {
    private static final String WRK = """
            Running 3s test @ http://127.0.0.1:18080/v1/payments
              1 threads and 32 connections
              Latency Distribution
                 50%  6.09ms
                 75%    8.01ms
                 90%  950.00us
                 99%    1.51s
              14730 requests in 3.00s, 1.31GB read
            Requests/sec:   4910.42
            Transfer/sec:    447.11MB
            """;

    @TempDir
    Path folder;

    @Test
    void wrk() {
        Wrk read = Wrk.read("http://x", WRK);

        assertThat(read.perSecond()).isEqualTo(4910.42);
        assertThat(read.p50Millis()).isEqualTo(6.09);
        assertThat(read.p99Millis()).isEqualTo(1510);
        assertThat(Wrk.read("http://x", WRK.replace("1.51s", "830.00us")).p99Millis())
                .isEqualTo(0.83);
    }

    @Test
    void answers_that_are_no_successes_give_no_figure() {
        assertThatThrownBy(() -> Wrk.read("http://x", WRK + "  Non-2xx or 3xx responses: 7\n"))
                .hasMessageContaining("http://x was refused");
        assertThatThrownBy(() -> Wrk.read("http://x", "unable to connect")).hasMessageContaining("Requests/sec");
    }

    @Test
    void sockets_that_broke_give_no_figure_but_slow_answers_do() {
        String slow = WRK + "  Socket errors: connect 0, read 0, write 0, timeout 1\n";
        String broken = WRK + "  Socket errors: connect 0, read 3, write 0, timeout 1\n";

        assertThat(Wrk.read("http://x", slow).perSecond()).isEqualTo(4910.42);

        assertThatThrownBy(() -> Wrk.read("http://x", broken)).hasMessageContaining("http://x was refused");
    }

    @Test
    void pgbench() {
        assertThat(Pgbench.perSecond("latency average = 0.5 ms\ntps = 7920.318 (without initial connection time)\n"))
                .isEqualTo(7920.318);
        assertThatThrownBy(() -> Pgbench.perSecond("connection refused")).hasMessageContaining("tps");
    }

    @Test
    void resident_memory() {
        assertThat(ResidentMemory.megabytes("VmHWM:\t  300000 kB\nVmRSS:\t  184320 kB\n"))
                .isEqualTo(180.0);
    }

    @Test
    void documents_drawn_by_another_program() {
        Map<Integer, Double> perSecond = new HashMap<>();
        List.of(
                        "| tickets | paper, names | PDFs/s and core | tickets/s | bytes | median ms | p99 ms | MB |",
                        "|--:|---|--:|--:|--:|--:|--:|--:|",
                        "| 1 | A4, Latin | 643.1 | 643 | 16712 | 1.50 | 2.45 | 0.4 |",
                        "| 100 | A4, Latin | 52.5 | 5251 | 193031 | 18.27 | 27.34 | 10.7 |",
                        "| 100 | A6, Latin | 59.6 | 5959 | 193392 | 16.64 | 19.91 | 11.1 |")
                .forEach(line -> DrawnElsewhere.read(line, perSecond));

        assertThat(perSecond).isEqualTo(Map.of(1, 643.1, 100, 52.5));
    }

    @Test
    void tools_that_are_not_there() throws IOException {
        Path tool = Files.createFile(folder.resolve("wrk"));
        Files.createFile(folder.resolve("notes"));
        assertThat(tool.toFile().setExecutable(true)).isTrue();

        assertThat(Tools.missing(List.of("wrk", "notes", "pgbench"), "/nowhere:" + folder))
                .containsExactly("notes", "pgbench");
    }

    @Test
    void numbers_are_as_exact_as_they_are_measured() {
        assertThat(Numbers.shown(0.6171)).isEqualTo("0.617");
        assertThat(Numbers.shown(0.6)).isEqualTo("0.600");
        assertThat(Numbers.shown(1.049)).isEqualTo("1.05");
        assertThat(Numbers.shown(52.53)).isEqualTo("52.5");
        assertThat(Numbers.shown(4910.42)).isEqualTo("4910");
        assertThat(Numbers.plain(6.0)).isEqualTo("6");
        assertThat(Numbers.plain(5000)).isEqualTo("5000");
    }
}
