package io.tollgate.catalog.model;

import java.util.Locale;

/** The availability of a ticket group or ticket type at the time when the event was read. */
public enum AvailabilityStatus {
    AVAILABLE,
    SOLD_OUT,
    /** Disabled, archived, or outside its sale period. */
    UNAVAILABLE;

    /** Returns the value in API responses, such as {@code sold_out}. */
    public String wire() {
        return name().toLowerCase(Locale.ROOT);
    }
}
