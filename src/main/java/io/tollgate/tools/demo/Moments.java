package io.tollgate.tools.demo;

import java.time.LocalDate;

/** Moments as milliseconds since 1970. */
final class Moments {
    static final long SECOND = 1000;
    static final long MINUTE = 60 * SECOND;
    static final long HOUR = 60 * MINUTE;
    static final long DAY = 24 * HOUR;

    private Moments() {}

    static int year(long millis) {
        return LocalDate.ofEpochDay(Math.floorDiv(millis, DAY)).getYear();
    }
}
