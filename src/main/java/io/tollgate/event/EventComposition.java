package io.tollgate.event;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.clock.Clock;
import io.tollgate.page.PageComposition;
import io.tollgate.records.Catalogue;
import io.tollgate.records.Catalogue.Capacity;
import io.tollgate.resource.Scope;
import io.vertx.core.Future;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** An event with its ticket groups and types, how many of each are sold, and which can be bought now. */
public final class EventComposition {
    private final Catalogue catalogue;
    private final PageComposition pages;
    private final Clock clock;

    public EventComposition(Catalogue catalogue, PageComposition pages, Clock clock) {
        this.catalogue = catalogue;
        this.pages = pages;
        this.clock = clock;
    }

    /** Groups and types of some events, and the capacities of all three. */
    private record Offer(
            Map<String, List<ObjectNode>> groups,
            Map<String, List<ObjectNode>> types,
            Map<String, Capacity> capacities) {}

    public Future<List<ObjectNode>> compose(Scope scope, List<ObjectNode> events) {
        List<String> ids = PageComposition.ids(events);
        return pages.compose(scope, events)
                .compose(done -> catalogue.documents(scope, "ticket_group", "page_id", ids, "position"))
                .compose(groups -> catalogue
                        .documents(scope, "ticket_type", "page_id", ids, "position")
                        .compose(types -> capacities(scope, ids, groups, types)
                                .map(capacities -> new Offer(groups, types, capacities))))
                .map(offer -> {
                    events.forEach(event -> compose(event, offer));
                    return events;
                });
    }

    private Future<Map<String, Capacity>> capacities(
            Scope scope,
            List<String> events,
            Map<String, List<ObjectNode>> groups,
            Map<String, List<ObjectNode>> types) {
        Map<String, Capacity> all = new HashMap<>();
        return catalogue
                .capacities(scope, "event", events)
                .compose(ofEvents -> {
                    all.putAll(ofEvents);
                    return catalogue.capacities(scope, "ticket_group", ids(groups));
                })
                .compose(ofGroups -> {
                    all.putAll(ofGroups);
                    return catalogue.capacities(scope, "ticket_type", ids(types));
                })
                .map(ofTypes -> {
                    all.putAll(ofTypes);
                    return all;
                });
    }

    private static List<String> ids(Map<String, List<ObjectNode>> documents) {
        return PageComposition.ids(
                documents.values().stream().flatMap(List::stream).toList());
    }

    private void compose(ObjectNode event, Offer offer) {
        String id = event.get("id").textValue();
        ObjectNode details = event.withObject("/eventDetails");
        String startDate = details.path("startDate").textValue();
        Instant start = startDate == null ? null : Instant.parse(startDate);
        Map<String, ObjectNode> groups = byId(offer.groups().getOrDefault(id, List.of()));
        Map<String, ObjectNode> types = byId(offer.types().getOrDefault(id, List.of()));
        Instant now = clock.now();
        Availability ofGroups = new Availability("triggerTicketGroupId", groups, offer.capacities(), start, now);
        Availability ofTypes = new Availability("triggerTicketTypeId", types, offer.capacities(), start, now);

        Capacity places = offer.capacities().getOrDefault(id, Capacity.UNLIMITED);
        ArrayNode shown = event.putArray("ticketGroups");
        for (ObjectNode group : groups.values()) {
            shown.add(group(group, types.values(), offer.capacities(), ofGroups, ofTypes, places));
        }
        details.put("capacity", places.capacity());
        if (!details.path("status").asText().equals("canceled")) {
            details.put("status", places.exhausted() || allSoldOut(shown) ? Availability.SOLD_OUT : "active");
        }
    }

    private static ObjectNode group(
            ObjectNode group,
            Iterable<ObjectNode> types,
            Map<String, Capacity> capacities,
            Availability ofGroups,
            Availability ofTypes,
            Capacity places) {
        String id = group.get("id").textValue();
        String alone = ofGroups.of(group);
        boolean full = places.exhausted() && alone.equals(Availability.AVAILABLE);
        String availability = full ? Availability.SOLD_OUT : alone;
        ArrayNode typeIds = group.putArray("ticketTypeIds");
        ArrayNode shown = group.putArray("ticketTypes");
        boolean some = false;
        boolean someNotSoldOut = false;
        for (ObjectNode type : types) {
            if (type.path("ticketGroupId").asText().equals(id)) {
                String own = ofTypes.of(type);
                String whole = own.equals(Availability.AVAILABLE) ? availability : own;
                Capacity capacity = capacities.getOrDefault(type.get("id").textValue(), Capacity.UNLIMITED);
                type.put("capacity", capacity.capacity()).put("quantitySold", capacity.taken());
                type.put("availabilityStatus", whole).put("saleStartOn", ofTypes.saleStart(type));
                type.remove(OfferRecords.CHANGED);
                boolean offered = Availability.isOffered(type);
                some |= offered;
                someNotSoldOut |= offered && !own.equals(Availability.SOLD_OUT);
                shown.add(type);
                typeIds.add(type.get("id"));
            }
        }
        boolean nothingLeft = availability.equals(Availability.AVAILABLE) && some && !someNotSoldOut;
        group.put("availabilityStatus", nothingLeft ? Availability.SOLD_OUT : availability);
        group.put("saleStartOn", ofGroups.saleStart(group));
        group.put("capacity", capacities.getOrDefault(id, Capacity.UNLIMITED).capacity());
        group.remove(OfferRecords.CHANGED);
        return group;
    }

    /** What was archived, or is disabled, leaves nothing to buy. */
    private static boolean allSoldOut(ArrayNode groups) {
        boolean some = false;
        for (JsonNode group : groups) {
            if (Availability.isOffered(group)) {
                if (!group.get("availabilityStatus").asText().equals(Availability.SOLD_OUT)) {
                    return false;
                }
                some = true;
            }
        }
        return some;
    }

    private static Map<String, ObjectNode> byId(List<ObjectNode> documents) {
        Map<String, ObjectNode> found = new LinkedHashMap<>();
        documents.forEach(document -> found.put(document.get("id").textValue(), document));
        return found;
    }
}
