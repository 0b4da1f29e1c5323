package io.tollgate.sales.report;

import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.time.temporal.TemporalAdjusters;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The days of a report in the time zone of the seller, and the intervals into which they are divided.
 *
 * @param to the last day, which is included
 */
record ReportPeriod(LocalDate from, LocalDate to, ZoneId zone, Length length) {
    /** The length of an interval. The first and the last one may be cut by the period. */
    enum Length {
        DAY,
        WEEK,
        MONTH;

        /** Returns the first day after the interval of a day. Weeks begin on Monday. */
        LocalDate next(LocalDate day) {
            return switch (this) {
                case DAY -> day.plusDays(1);
                case WEEK -> day.with(TemporalAdjusters.next(DayOfWeek.MONDAY));
                case MONTH -> day.with(TemporalAdjusters.firstDayOfNextMonth());
            };
        }

        String wire() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** Returns the length that divides a period into at most about a hundred intervals. */
        static Length of(LocalDate from, LocalDate to) {
            long days = ChronoUnit.DAYS.between(from, to);
            return days <= 92 ? DAY : days <= 731 ? WEEK : MONTH;
        }
    }

    /**
     * A range of time, and the whole days in UTC inside it, which are summed already.
     *
     * @param start its first day
     * @param firstDay the first midnight in UTC that is not before it
     * @param lastDay the last midnight in UTC that is not after its end; before {@code firstDay} if it has none
     */
    record Range(
            LocalDate start,
            OffsetDateTime since,
            OffsetDateTime firstDay,
            OffsetDateTime lastDay,
            OffsetDateTime until) {
        static Range of(LocalDate start, Instant since, Instant until) {
            Instant midnight = since.truncatedTo(ChronoUnit.DAYS);
            Instant first = midnight.equals(since) ? midnight : midnight.plus(1, ChronoUnit.DAYS);
            return new Range(
                    start,
                    since.atOffset(ZoneOffset.UTC),
                    first.atOffset(ZoneOffset.UTC),
                    until.truncatedTo(ChronoUnit.DAYS).atOffset(ZoneOffset.UTC),
                    until.atOffset(ZoneOffset.UTC));
        }
    }

    private static final Instant BEGINNING = Instant.parse("2000-01-01T00:00:00Z");

    /** Returns the intervals in their order. */
    List<Range> intervals() {
        List<Range> ranges = new ArrayList<>();
        LocalDate end = to.plusDays(1);
        for (LocalDate day = from; day.isBefore(end); ) {
            LocalDate next = length.next(day).isBefore(end) ? length.next(day) : end;
            ranges.add(Range.of(day, start(day), start(next)));
            day = next;
        }
        return ranges;
    }

    Range whole() {
        return Range.of(from, start(from), start(to.plusDays(1)));
    }

    /** Returns as many days just before. */
    Range before() {
        LocalDate first = from.minusDays(ChronoUnit.DAYS.between(from, to) + 1);
        return Range.of(first, start(first), start(from));
    }

    /** Returns all time before the period. */
    Range past() {
        return Range.of(from, BEGINNING, start(from));
    }

    private Instant start(LocalDate day) {
        return day.atStartOfDay(zone).toInstant();
    }
}
