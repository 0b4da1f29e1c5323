package io.tollgate.platform.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Rejected requests write a bounded number of lines. */
class LogThrottleTest {
    private static final String ADDRESS = "192.0.2.1";
    private static final int FLOOD = 20_000;

    private final LogThrottle throttle = new LogThrottle();

    private long admitted(String address) {
        return IntStream.range(0, FLOOD)
                .filter(i -> throttle.admits(null, address))
                .count();
    }

    @Test
    void an_address_has_its_lines_and_another_still_has_its_own() {
        long lines = admitted(ADDRESS);
        assertThat(lines).isBetween((long) LogThrottle.Lines.ADDRESS.burst, 500L);
        assertThat(throttle.takeSuppressed()).isEqualTo(FLOOD - lines);
        assertThat(throttle.takeSuppressed()).isZero();
        assertThat(throttle.admits(null, "192.0.2.2")).isTrue();
        assertThat(throttle.admits("key", ADDRESS)).as("with a key").isTrue();
    }

    @Test
    void a_key_has_its_lines_from_whatever_addresses() {
        long lines = IntStream.range(0, FLOOD)
                .filter(i -> throttle.admits("key", "192.0.2." + i % 256))
                .count();
        assertThat(lines).isBetween((long) LogThrottle.Lines.KEY.burst, 5_000L);
        assertThat(throttle.admits("other", ADDRESS)).isTrue();
    }

    /** Each address may write a hundred lines at once; a hundred thousand addresses may not write ten million. */
    @Test
    void all_addresses_together_have_a_bound() {
        long lines = IntStream.range(0, FLOOD)
                .filter(i -> throttle.admits(null, "address " + i))
                .count();
        assertThat(lines).isBetween((long) LogThrottle.Lines.ALL_KEYLESS.burst, 5_000L);
    }
}
