package io.tollgate.tools.demo;

import java.time.LocalDate;

/** Times in milliseconds since 1970. */
final class Millis {
    static final long SECOND = 1000;
    static final long MINUTE = 60 * SECOND;
    static final long HOUR = 60 * MINUTE;
    static final long DAY = 24 * HOUR;

    private Millis() {}

    static int year(long millis) {
        return LocalDate.ofEpochDay(Math.floorDiv(millis, DAY)).getYear();
    }
}
