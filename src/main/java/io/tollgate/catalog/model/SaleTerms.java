package io.tollgate.catalog.model;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The sale terms of a ticket group or ticket type.
 *
 * @param enabled whether the group or type is neither disabled nor archived
 * @param saleStart null if the sale has no start
 * @param saleEnd null if the sale has no end
 * @param triggerId the group or type that must end its sale or sell out first, or null
 */
public record SaleTerms(
        String id,
        boolean enabled,
        Behavior behavior,
        @Nullable Instant saleStart,
        @Nullable Instant saleEnd,
        @Nullable String triggerId) {

    /** The rule by which a sale starts and ends. */
    public enum Behavior {
        ALWAYS_AVAILABLE,
        DATE_TIME_BASED,
        UNTIL_EVENT_STARTS,
        AFTER_TICKET_SALE_ENDS,
        AFTER_TICKET_SOLD_OUT,
        AFTER_TICKET_ENDS_OR_SOLD_OUT;

        boolean waitsForTrigger() {
            return ordinal() >= AFTER_TICKET_SALE_ENDS.ordinal();
        }
    }
}
