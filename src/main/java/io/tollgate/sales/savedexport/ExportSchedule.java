package io.tollgate.sales.savedexport;

import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.temporal.TemporalAdjusters;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** When files of an export are made after the first one. */
enum ExportSchedule {
    ONCE,
    DAILY,
    WEEKLY,
    MONTHLY;

    static ExportSchedule of(String text) {
        return valueOf(text.toUpperCase(Locale.ROOT));
    }

    /** Returns the next midnight of the schedule in a zone; null if there is none. */
    @Nullable
    Instant next(Instant now, ZoneId zone) {
        LocalDate today = LocalDate.ofInstant(now, zone);
        LocalDate day = switch (this) {
            case ONCE -> null;
            case DAILY -> today.plusDays(1);
            case WEEKLY -> today.with(TemporalAdjusters.next(DayOfWeek.MONDAY));
            case MONTHLY -> today.with(TemporalAdjusters.firstDayOfNextMonth());
        };
        return day == null ? null : day.atStartOfDay(zone).toInstant();
    }
}
