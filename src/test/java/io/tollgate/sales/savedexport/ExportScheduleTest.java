package io.tollgate.sales.savedexport;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.ZoneId;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Files are made at midnight in the zone of the account, also when clocks change and after an outage of days. */
class ExportScheduleTest {
    @ParameterizedTest
    @CsvSource({
        "daily, 2026-03-28T22:59:59Z, 2026-03-28T23:00:00Z",
        "daily, 2026-03-28T23:00:00Z, 2026-03-29T22:00:00Z",
        "weekly, 2026-11-22T22:00:00Z, 2026-11-22T23:00:00Z",
        "weekly, 2026-11-22T23:00:00Z, 2026-11-29T23:00:00Z",
        "monthly, 2026-01-31T22:00:00Z, 2026-01-31T23:00:00Z",
        "monthly, 2026-01-31T23:00:00Z, 2026-02-28T23:00:00Z",
        "once, 2026-01-31T23:00:00Z, ",
    })
    void nextMidnight(String schedule, Instant now, Instant next) {
        assertThat(ExportSchedule.of(schedule).next(now, ZoneId.of("Europe/Berlin")))
                .isEqualTo(next);
    }
}
