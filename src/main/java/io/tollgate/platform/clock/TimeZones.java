package io.tollgate.platform.clock;

import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The time zone names of the IANA database. */
public final class TimeZones {
    public static final String EXPECTED = "must be a time zone, like Europe/Berlin";

    /** The maximum length of a time zone name in a request. */
    public static final int LENGTH_MAX = 64;

    /** Excludes the zones that only Java defines. */
    private static final Set<String> NAMES = ZoneId.getAvailableZoneIds().stream()
            .filter(zone -> !zone.startsWith("SystemV/"))
            .collect(Collectors.toUnmodifiableSet());

    private TimeZones() {}

    /** Returns the zone with this name; UTC if the name is null or unknown. */
    public static ZoneId orUtc(@Nullable String name) {
        return name != null && has(name) ? ZoneId.of(name) : ZoneOffset.UTC;
    }

    public static boolean has(String name) {
        return NAMES.contains(name);
    }
}
