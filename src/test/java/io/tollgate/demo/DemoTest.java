package io.tollgate.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.doctor.Doctor;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class DemoTest {
    @Test
    void first_start_is_quick() throws Exception {
        String url = TestDatabase.make();
        long start = System.nanoTime();
        Demo.firstStart(url, Instant.parse("2026-11-21T00:00:00Z"));
        long millis = (System.nanoTime() - start) / 1_000_000;
        System.out.println("first start: " + millis + " ms");
        assertThat(Doctor.examine(url, System.out)).isZero();
        assertThat(millis).isLessThan(20_000);
    }
}
