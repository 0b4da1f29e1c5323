package io.tollgate.catalog.model;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A group of ticket types of an event.
 *
 * @param capacity null if unlimited
 * @param feeDisplay {@code included} or {@code separate}
 * @param bulkDiscounts the discounts by the total number of tickets of this group
 */
public record TicketGroup(
        String id,
        String name,
        @Nullable String reference,
        @Nullable Integer capacity,
        @JsonProperty("ticketSelectionType") @Nullable Selection selection,
        @Nullable String feeDisplay,
        @JsonProperty("availabilityStatus") AvailabilityStatus availability,
        List<Discount> bulkDiscounts,
        @JsonProperty("ticketTypes") List<TicketType> types) {}
