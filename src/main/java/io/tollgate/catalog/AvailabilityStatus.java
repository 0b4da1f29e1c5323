package io.tollgate.catalog;

import java.util.Locale;

/** Whether a ticket group or ticket type can be bought at the time when the event was read. */
public enum AvailabilityStatus {
    AVAILABLE,
    SOLD_OUT,
    /** Disabled, archived, or outside its sale period. */
    UNAVAILABLE;

    /** As the interface writes it: {@code sold_out}. */
    public String wire() {
        return name().toLowerCase(Locale.ROOT);
    }
}
