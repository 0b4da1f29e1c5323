package io.tollgate.platform.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** When deliveries are repeated. */
class RetryScheduleTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final RetrySchedule EXACT = new RetrySchedule(pause -> 0);

    @Test
    void tenAttemptsSpanThreeDays() {
        List<Duration> pauses = IntStream.range(1, RetrySchedule.ATTEMPTS_MAX)
                .mapToObj(attempt -> EXACT.pause(attempt, null))
                .toList();
        assertThat(pauses).hasSize(9).isSorted();
        assertThat(pauses.get(0)).isEqualTo(Duration.ofSeconds(5));
        assertThat(pauses.get(1)).isEqualTo(Duration.ofMinutes(5));
        assertThat(pauses.stream().reduce(Duration.ZERO, Duration::plus))
                .isEqualTo(Duration.ofHours(75).plusMinutes(35).plusSeconds(5));
        assertThat(EXACT.pause(10, null)).isNull();
        assertThat(EXACT.pause(10, Duration.ofSeconds(1))).isNull();
    }

    @Test
    void jitterLengthensAPauseByATenthAtMost() {
        RetrySchedule late = new RetrySchedule(bound -> bound);
        assertThat(late.pause(2, null)).isEqualTo(Duration.ofSeconds(330));
    }

    @Test
    void retryAfterLengthensAPause() {
        assertThat(EXACT.pause(1, Duration.ofSeconds(90))).isEqualTo(Duration.ofSeconds(90));
        assertThat(EXACT.pause(3, Duration.ofSeconds(90))).isEqualTo(Duration.ofMinutes(30));
    }

    @Test
    void retryAfterIsSecondsOrADate() {
        assertThat(RetrySchedule.retryAfter("120", NOW)).isEqualTo(Duration.ofMinutes(2));
        assertThat(RetrySchedule.retryAfter(" 5 ", NOW)).isEqualTo(Duration.ofSeconds(5));
        assertThat(RetrySchedule.retryAfter("Thu, 01 Jan 2026 00:01:00 GMT", NOW))
                .isEqualTo(Duration.ofMinutes(1));
        assertThat(RetrySchedule.retryAfter("999999999", NOW)).isEqualTo(Duration.ofHours(24));
        for (String invalid : new String[] {null, "", "-1", "soon", "1.5", "Wed, 31 Dec 2025 23:59:00 GMT"}) {
            assertThat(RetrySchedule.retryAfter(invalid, NOW)).as(invalid).isNull();
        }
    }

    @Test
    void only2xxSucceeds() {
        for (int status = 100; status < 600; status++) {
            assertThat(RetrySchedule.isSuccess(status)).as("%s", status).isEqualTo(status / 100 == 2);
            assertThat(RetrySchedule.disables(status)).as("%s", status).isEqualTo(status == 410);
            assertThat(RetrySchedule.throttles(status))
                    .as("%s", status)
                    .isEqualTo(List.of(429, 502, 504).contains(status));
        }
    }
}
