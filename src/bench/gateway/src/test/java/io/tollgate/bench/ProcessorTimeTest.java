package io.tollgate.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ProcessorTimeTest {
    @Test
    void user_and_system_time_are_added_whatever_the_command_is_called() {
        String stat = "4711 (java (x) 9 8) S 1 2 3 4 5 6 7 8 9 10 250 50 0 0 20 0 30 0 100 200 300";

        assertThat(ProcessorTime.micros(stat)).isEqualTo(3_000_000);
    }

    @Test
    void own_time_grows_with_work() {
        ProcessorTime own = new ProcessorTime(ProcessHandle.current().pid());
        long before = own.micros();
        long end = System.nanoTime() + 100_000_000;
        while (System.nanoTime() < end) {
            Thread.onSpinWait();
        }

        assertThat(own.micros()).isGreaterThan(before);
    }
}
