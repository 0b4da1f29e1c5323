package io.tollgate.catalog.model;

import io.tollgate.platform.clock.TimeZones;
import java.time.Instant;
import java.time.ZonedDateTime;
import org.jspecify.annotations.Nullable;

/** The time at which an event is over. Its tickets are not sold afterwards unless a later end of the sale is set. */
public final class EventEnd {
    private EventEnd() {}

    /**
     * Returns the end of the event: its end date, or the end of the day on which it starts. Null if it has no dates.
     *
     * @param timezone IANA name of the event's time zone; null for UTC
     */
    public static @Nullable Instant of(@Nullable Instant start, @Nullable Instant end, @Nullable String timezone) {
        if (end != null || start == null) {
            return end;
        }
        ZonedDateTime local = start.atZone(TimeZones.orUtc(timezone));
        return local.toLocalDate().plusDays(1).atStartOfDay(local.getZone()).toInstant();
    }
}
