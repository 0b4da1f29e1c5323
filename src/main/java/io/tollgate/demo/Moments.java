package io.tollgate.demo;

import java.time.Instant;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/** Moments as records hold them: milliseconds since 1970, shown as {@code 2026-03-04T05:06:07.089Z}. */
final class Moments {
    static final long SECOND = 1000;
    static final long MINUTE = 60 * SECOND;
    static final long HOUR = 60 * MINUTE;
    static final long DAY = 24 * HOUR;

    private Moments() {}

    /** Always three digits of milliseconds, which {@link Instant#toString} does not promise. */
    static String iso(long millis) {
        long day = Math.floorDiv(millis, DAY);
        int rest = (int) Math.floorMod(millis, DAY);
        LocalDate date = LocalDate.ofEpochDay(day);
        char[] text = "0000-00-00T00:00:00.000Z".toCharArray();
        digits(text, 4, date.getYear());
        digits(text, 7, date.getMonthValue());
        digits(text, 10, date.getDayOfMonth());
        digits(text, 13, rest / (int) HOUR);
        digits(text, 16, rest / (int) MINUTE % 60);
        digits(text, 19, rest / (int) SECOND % 60);
        digits(text, 23, rest % (int) SECOND);
        return new String(text);
    }

    static @Nullable String isoOrNull(long millis) {
        return millis == 0 ? null : iso(millis);
    }

    static int year(long millis) {
        return LocalDate.ofEpochDay(Math.floorDiv(millis, DAY)).getYear();
    }

    private static void digits(char[] text, int end, int value) {
        int left = value;
        for (int i = end - 1; left > 0; i--) {
            text[i] = (char) ('0' + left % 10);
            left /= 10;
        }
    }
}
