package io.tollgate.platform.clock;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import org.jspecify.annotations.Nullable;

/** Formats timestamps as records contain them: ISO 8601, UTC, milliseconds. */
public final class Times {
    private static final DateTimeFormatter FORMAT =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);
    private static final long DAY_SECONDS = 86_400;

    private Times() {}

    /** Writes digits itself: a formatter takes several times as long, and each record has a handful of moments. */
    public static String text(Instant moment) {
        LocalDate date = LocalDate.ofEpochDay(Math.floorDiv(moment.getEpochSecond(), DAY_SECONDS));
        if (date.getYear() < 0 || date.getYear() > 9999) {
            return FORMAT.format(moment);
        }
        int second = (int) Math.floorMod(moment.getEpochSecond(), DAY_SECONDS);
        char[] text = "0000-00-00T00:00:00.000Z".toCharArray();
        digits(text, 4, date.getYear());
        digits(text, 7, date.getMonthValue());
        digits(text, 10, date.getDayOfMonth());
        digits(text, 13, second / 3600);
        digits(text, 16, second / 60 % 60);
        digits(text, 19, second % 60);
        digits(text, 23, moment.getNano() / 1_000_000);
        return new String(text);
    }

    public static @Nullable String textOrNull(@Nullable Instant moment) {
        return moment == null ? null : text(moment);
    }

    private static void digits(char[] text, int end, int value) {
        int left = value;
        for (int i = end - 1; left > 0; i--) {
            text[i] = (char) ('0' + left % 10);
            left /= 10;
        }
    }
}
