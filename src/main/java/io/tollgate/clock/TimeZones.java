package io.tollgate.clock;

import java.time.ZoneId;
import java.util.Set;
import java.util.stream.Collectors;

/** The names of time zones in the IANA database. */
public final class TimeZones {
    public static final String EXPECTED = "must be a time zone, like Europe/Berlin";

    /** The longest name that a request may carry. */
    public static final int LENGTH_MAX = 64;

    /** Java knows zones of its own beside those of the IANA. */
    private static final Set<String> NAMES = ZoneId.getAvailableZoneIds().stream()
            .filter(zone -> !zone.startsWith("SystemV/"))
            .collect(Collectors.toUnmodifiableSet());

    private TimeZones() {}

    public static boolean has(String name) {
        return NAMES.contains(name);
    }
}
