package io.tollgate.catalog.model;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.tollgate.catalog.model.PageTexts.Image;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What the page of an event shows besides what the rules of {@link Event} read. Decoded from the same document. */
public record EventTexts(
        @JsonProperty("eventDetails") Place place,
        @JsonProperty("ticketGroups") List<GroupTexts> groups,
        boolean showConfirmationEventName,
        boolean showConfirmationEventDateTime,
        boolean showConfirmationEventLocation,
        boolean showConfirmationEventMeetingLink,
        boolean showConfirmationEventTickets,
        boolean showConfirmationAddToCalendar,
        boolean showConfirmationEventAddOns) {

    /**
     * When and where the event takes place.
     *
     * @param type {@code in_person}, {@code virtual} or {@code hybrid}
     * @param timezone IANA name; null for UTC
     * @param platform such as {@code google_meet}
     */
    public record Place(
            String type,
            @Nullable Instant startDate,
            @Nullable Instant endDate,
            @Nullable String timezone,
            @Nullable String location,
            @Nullable String mapsLink,
            @Nullable String meetingLink,
            @Nullable String platform,
            @Nullable Integer capacity,
            boolean pdfTicketsEnabled) {
        public boolean isOnline() {
            return !type.equals("in_person");
        }
    }

    /** When a group or a type is hidden, and when it is sold. */
    public interface Shown {
        String id();

        String status();

        boolean hidden();

        boolean hideWhenSoldOut();

        boolean hideWhenNotOnSale();

        boolean hideWhenScheduled();

        boolean hideWhenUnavailable();

        String availabilityBehavior();

        @Nullable
        Instant saleStartOn();

        @Nullable
        Instant saleEndOn();

        /** Returns the id of the group or type that this one waits for; null if it waits for none. */
        @Nullable
        String triggerId();

        /** Returns whether it is neither disabled nor archived. */
        default boolean isEnabled() {
            return status().equals("enabled");
        }
    }

    /** @param description HTML, not cleaned */
    public record GroupTexts(
            @Override String id,
            @Nullable String description,
            @Override String status,
            @Nullable Layout layout,
            @Nullable Preselection preselect,
            @Override boolean hidden,
            @Override boolean hideWhenSoldOut,
            @Override boolean hideWhenNotOnSale,
            @Override boolean hideWhenScheduled,
            @Override boolean hideWhenUnavailable,
            @Override String availabilityBehavior,
            @Override @Nullable Instant saleStartOn,
            @Override @Nullable Instant saleEndOn,

            @Override @JsonProperty("triggerTicketGroupId") @Nullable
            String triggerId,

            @JsonProperty("ticketTypes") List<TypeTexts> types)
            implements Shown {}

    /**
     * @param description HTML, not cleaned
     * @param discountedFromPrice the former price that buyers see, in minor units
     * @param quantitySold the number of tickets that live orders took
     */
    public record TypeTexts(
            @Override String id,
            @Nullable String description,
            @Override String status,
            @Nullable Long pwywSuggestedPrice,
            @Nullable Long discountedFromPrice,
            @Nullable Integer capacity,
            int quantitySold,
            boolean showAvailableQuantity,
            boolean showTicketSaleDates,
            @Nullable Image image,
            @Override boolean hidden,
            @Override boolean hideWhenSoldOut,
            @Override boolean hideWhenNotOnSale,
            @Override boolean hideWhenScheduled,
            @Override boolean hideWhenUnavailable,
            @Override String availabilityBehavior,
            @Override @Nullable Instant saleStartOn,
            @Override @Nullable Instant saleEndOn,

            @Override @JsonProperty("triggerTicketTypeId") @Nullable
            String triggerId)
            implements Shown {}

    /** The tickets that are selected when the page opens. */
    public record Preselection(
            boolean enabled,
            @Nullable String ticketTypeId,
            @Nullable Integer quantity) {}

    /**
     * How the page displays a group.
     *
     * @param type {@code list}, {@code grid} or {@code accordion}
     * @param collapse whether the ticket types are collapsed at first
     * @param imageSize {@code small}, {@code medium} or {@code large}; empty for medium
     */
    public record Layout(
            String type,
            int columns,
            boolean collapse,
            String alignment,
            String spacing,
            String imageSize,
            boolean showTicketGroupName,
            boolean showTicketTypeName,
            boolean showTicketPrice,
            boolean showTicketTotalPrice,
            boolean showPwywPlaceholder,
            boolean showTicketFee,
            boolean showTicketSaleDateTimezone) {
        /** The layout of a group that has none. */
        public static final Layout DEFAULT = new Layout(
                "list", 2, false, "default", "comfortable", "medium", true, true, true, true, true, true, false);
    }

    public Optional<GroupTexts> group(String id) {
        return groups.stream().filter(group -> group.id().equals(id)).findFirst();
    }

    /**
     * Returns the tickets of a type that are selected when the page opens; null if none are. Each group selects tickets
     * of one type, which can be of another group: the setting of the type's own group comes first.
     */
    public @Nullable Preselection preselection(String groupId, String typeId) {
        return groups.stream()
                .sorted(Comparator.comparing(group -> !group.id().equals(groupId)))
                .map(GroupTexts::preselect)
                .filter(first -> first != null && first.enabled() && typeId.equals(first.ticketTypeId()))
                .findFirst()
                .orElse(null);
    }

    /** Returns when a sale starts; null if it has no start, or waits for a sale without an end. */
    public @Nullable Instant start(Shown shown) {
        if (!shown.availabilityBehavior().startsWith("after_ticket")) {
            return shown.saleStartOn();
        }
        return Stream.concat(groups.stream(), groups.stream().flatMap(group -> group.types().stream()))
                .filter(other -> other.id().equals(shown.triggerId()))
                .findFirst()
                .map(this::end)
                .orElse(null);
    }

    /** Returns when a sale ends; null if it ends with the event. */
    public @Nullable Instant end(Shown shown) {
        return shown.availabilityBehavior().equals("until_event_starts") ? place.startDate() : shown.saleEndOn();
    }
}
