package io.tollgate.loadtest.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A load has bounds. */
class ProfileTest {
    @ParameterizedTest
    @CsvSource({
        "0, 0, 60, must be positive",
        "-1, 0, 60, must be positive",
        "10, 10, 60, exclude each other",
        "2001, 0, 60, --rate must be at most 2000",
        "0, 501, 60, --users must be at most 500",
        "10, 0, 0, --duration must be",
        "10, 0, 3601, --duration must be",
        "2000, 0, 3600, at most 2000000 requests"
    })
    void what_is_beyond_them_is_refused(int rate, int users, long seconds, String message) {
        assertThatThrownBy(() -> Profile.of(rate, users, Duration.ofSeconds(seconds)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message);
    }

    @Test
    void a_ramp_comes_first() {
        assertThat(Profile.of(50, 0, Duration.ofSeconds(1)).rampUp()).isEqualTo(Duration.ofSeconds(1));
        assertThat(Profile.of(50, 0, Duration.ofSeconds(20)).rampUp()).isEqualTo(Duration.ofSeconds(4));
        assertThat(Profile.of(0, 5, Duration.ofMinutes(20)).rampUp()).isEqualTo(Duration.ofSeconds(10));
        assertThat(Profile.of(0, 5, Duration.ofMinutes(20)).isOpen()).isFalse();
    }
}
