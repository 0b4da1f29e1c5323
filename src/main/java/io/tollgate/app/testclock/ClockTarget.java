package io.tollgate.app.testclock;

import io.tollgate.platform.clock.Times;
import io.tollgate.platform.error.ApiError;
import java.time.Duration;
import java.time.Instant;
import java.time.Period;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Where a request moves the test clock. */
sealed interface ClockTarget {
    /** How far one move goes at most. */
    int YEARS_MAX = 10;

    /** How far a test clock is ahead of the real time at most. */
    int YEARS_AHEAD_MAX = 50;

    /** The name of the parameter that states the target. */
    String parameter();

    /** The value of the parameter. */
    String sent();

    /** Returns the time to which the clock moves. */
    ZonedDateTime after(ZonedDateTime now);

    /**
     * Returns the time to which the clock moves.
     *
     * @param now the present time of the test clock
     * @param former the target of the last move if it was not complete, which may be sent again when it is past
     * @throws ApiError 400 if the time is in the past or too far ahead
     */
    default Instant of(Instant now, Instant real, @Nullable Instant former) {
        ZonedDateTime present = now.atZone(ZoneOffset.UTC);
        ZonedDateTime target = after(present);
        String problem = null;
        if (target.isBefore(present) && !target.toInstant().equals(former)) {
            problem = "must not be before the present test time, " + Times.text(now);
        } else if (target.isAfter(present.plusYears(YEARS_MAX))) {
            problem = "must be at most " + YEARS_MAX + " years ahead of the test time";
        } else if (target.isAfter(real.atZone(ZoneOffset.UTC).plusYears(YEARS_AHEAD_MAX))) {
            problem = "must be at most " + YEARS_AHEAD_MAX + " years ahead of the real time";
        }
        if (problem != null) {
            throw ApiError.invalid(parameter(), problem, sent());
        }
        return target.toInstant();
    }

    /** A time. */
    record At(Instant time) implements ClockTarget {
        @Override
        public String parameter() {
            return "to";
        }

        @Override
        public String sent() {
            return Times.text(time);
        }

        @Override
        public ZonedDateTime after(ZonedDateTime now) {
            return time.atZone(ZoneOffset.UTC);
        }
    }

    /** A duration by the calendar in UTC: first its years and months, then its weeks and days, then the rest. */
    record Ahead(@Override String sent, Period days, Duration rest) implements ClockTarget {
        static final String SYNTAX = "P(?=.)(?:([0-9]{1,5})Y)?(?:([0-9]{1,5})M)?(?:([0-9]{1,6})W)?(?:([0-9]{1,6})D)?"
                + "(?:T(?=.)(?:([0-9]{1,7})H)?(?:([0-9]{1,8})M)?(?:([0-9]{1,9})S)?)?";
        private static final Pattern DURATION = Pattern.compile(SYNTAX);

        /** Returns the duration that a valid text states. */
        static Ahead of(String text) {
            Matcher parts = DURATION.matcher(text);
            if (!parts.matches()) {
                throw new IllegalArgumentException("not a duration: " + text);
            }
            Period days = Period.of(
                    number(parts.group(1)),
                    number(parts.group(2)),
                    7 * number(parts.group(3)) + number(parts.group(4)));
            Duration rest = Duration.ofHours(number(parts.group(5)))
                    .plusMinutes(number(parts.group(6)))
                    .plusSeconds(number(parts.group(7)));
            return new Ahead(text, days, rest);
        }

        private static int number(@Nullable String digits) {
            return digits == null ? 0 : Integer.parseInt(digits);
        }

        boolean isPositive() {
            return !days.isZero() || !rest.isZero();
        }

        @Override
        public String parameter() {
            return "advance";
        }

        @Override
        public ZonedDateTime after(ZonedDateTime now) {
            return now.plus(days).plus(rest);
        }
    }
}
