package io.tollgate.catalog;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A kind of ticket with its price.
 *
 * @param capacity null if unlimited
 * @param price in minor units; the least price if the buyer chooses it
 * @param feeAmount in minor units, for each ticket; 0 without a fee
 * @param minQuantity of one order; 0 if any
 * @param maxQuantity of one order; 0 if unlimited
 */
public record TicketType(
        String id,
        String name,
        @Nullable String reference,
        @Nullable Integer capacity,
        Pricing pricing,
        long price,
        long feeAmount,
        int minQuantity,
        int maxQuantity,
        @JsonProperty("availabilityStatus") AvailabilityStatus availability) {

    /** How the price is set. */
    public enum Pricing {
        PAID,
        FREE,
        /** Pay what you want: the buyer chooses the price. */
        PWYW;

        /** As the interface writes it: {@code pwyw}. */
        public String wire() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
