package io.tollgate.event;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.clock.Times;
import io.tollgate.records.Catalogue.Capacity;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Whether a ticket group or ticket type can be bought now.
 *
 * <p>One behaviour waits for another group or type, its trigger: then sale starts when the
 * trigger's sale ends, which for a trigger that sells until the event starts is that start.
 */
final class Availability {
    static final String AVAILABLE = "available";
    static final String SOLD_OUT = "sold_out";
    static final String UNAVAILABLE = "unavailable";

    private final String triggerField;
    private final Map<String, ObjectNode> all;
    private final Map<String, Capacity> capacities;
    private final @Nullable Instant eventStart;
    private final Instant now;

    /**
     * @param triggerField the field that names a trigger
     * @param all groups, or types, of one event by id
     */
    Availability(
            String triggerField,
            Map<String, ObjectNode> all,
            Map<String, Capacity> capacities,
            @Nullable Instant eventStart,
            Instant now) {
        this.triggerField = triggerField;
        this.all = all;
        this.capacities = capacities;
        this.eventStart = eventStart;
        this.now = now;
    }

    String of(ObjectNode offer) {
        if (!isOffered(offer) || !onSale(offer)) {
            return UNAVAILABLE;
        }
        return soldOut(offer) ? SOLD_OUT : AVAILABLE;
    }

    /** Whether it is neither disabled nor archived. */
    static boolean isOffered(JsonNode offer) {
        return offer.path("status").asText("enabled").equals("enabled");
    }

    private boolean soldOut(ObjectNode offer) {
        return capacities
                .getOrDefault(offer.get("id").textValue(), Capacity.UNLIMITED)
                .exhausted();
    }

    private boolean onSale(ObjectNode offer) {
        Instant start = time(offer, "saleStartOn");
        Instant end = time(offer, "saleEndOn");
        ObjectNode trigger = all.get(offer.path(triggerField).asText(""));
        boolean notOver = end == null || !now.isAfter(end);
        return switch (offer.path("availabilityBehavior").asText("always_available")) {
            case "date_time_based" -> (start == null || !now.isBefore(start)) && notOver;
            case "until_event_starts" -> eventStart == null || now.isBefore(eventStart);
            case "after_ticket_sale_ends" -> trigger != null && ended(trigger) && notOver;
            case "after_ticket_sold_out" -> trigger != null && soldOut(trigger) && notOver;
            case "after_ticket_ends_or_sold_out" -> trigger != null && (ended(trigger) || soldOut(trigger)) && notOver;
            default -> true;
        };
    }

    private boolean ended(ObjectNode trigger) {
        Instant end = saleEnd(trigger);
        return end != null && !now.isBefore(end);
    }

    private @Nullable Instant saleEnd(ObjectNode offer) {
        boolean untilStart = offer.path("availabilityBehavior").asText().equals("until_event_starts");
        return untilStart ? eventStart : time(offer, "saleEndOn");
    }

    /** When sale starts: as set, or as the trigger's end gives it. */
    @Nullable
    String saleStart(ObjectNode offer) {
        String behavior = offer.path("availabilityBehavior").asText("always_available");
        ObjectNode trigger = all.get(offer.path(triggerField).asText(""));
        if (behavior.startsWith("after_ticket") && trigger != null) {
            Instant end = saleEnd(trigger);
            return end == null ? null : Times.text(end);
        }
        return offer.path("saleStartOn").textValue();
    }

    private static @Nullable Instant time(ObjectNode offer, String field) {
        String text = offer.path(field).textValue();
        return text == null ? null : Instant.parse(text);
    }
}
