package io.tollgate.catalog.model;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A type of ticket with its price.
 *
 * @param capacity null if unlimited
 * @param price in minor units; the minimum if the buyer chooses the price
 * @param feeAmount the fee of each ticket in minor units; 0 without a fee
 * @param minQuantity the minimum per order; 0 without a minimum
 * @param maxQuantity the maximum per order; 0 if unlimited
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

    /** The way in which the price is set. */
    public enum Pricing {
        PAID,
        FREE,
        /** Pay what you want: the buyer chooses the price. */
        PWYW;

        /** Returns the value in the API, such as {@code pwyw}. */
        public String wire() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
