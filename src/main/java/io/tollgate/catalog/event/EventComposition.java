package io.tollgate.catalog.event;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.catalog.model.Availability;
import io.tollgate.catalog.model.AvailabilityStatus;
import io.tollgate.catalog.model.EventEnd;
import io.tollgate.catalog.model.SaleTerms;
import io.tollgate.catalog.page.PageComposition;
import io.tollgate.catalog.page.PageWarnings;
import io.tollgate.platform.clock.Clock;
import io.tollgate.platform.clock.Times;
import io.tollgate.platform.records.CatalogDocuments;
import io.tollgate.platform.records.CatalogDocuments.Capacity;
import io.tollgate.platform.resource.Scope;
import io.vertx.core.Future;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Completes events with their ticket groups and ticket types, the tickets sold and the current availability. */
public final class EventComposition {
    private final CatalogDocuments catalog;
    private final PageComposition pages;
    private final Clock clock;

    public EventComposition(CatalogDocuments catalog, PageComposition pages, Clock clock) {
        this.catalog = catalog;
        this.pages = pages;
        this.clock = clock;
    }

    /**
     * Groups and types by event id, and the capacities of events, groups and types by their ids.
     *
     * @param times the time of each mode, by whether it is test mode
     */
    private record Parts(
            Map<String, List<ObjectNode>> groups,
            Map<String, List<ObjectNode>> types,
            Map<String, Capacity> capacities,
            Map<Boolean, Instant> times) {}

    /** The sale terms and availability of all groups, or all types, of one event. */
    private record Sales(Map<String, SaleTerms> terms, Availability availability) {
        AvailabilityStatus status(String id) {
            return availability.of(of(id));
        }

        boolean isEnabled(String id) {
            return of(id).enabled();
        }

        /** Returns the start that a trigger sets, or else the stored one. */
        @Nullable
        String start(String id) {
            Instant derived = availability.saleStart(of(id));
            Instant start = derived == null ? of(id).saleStart() : derived;
            return start == null ? null : Times.text(start);
        }

        private SaleTerms of(String id) {
            return Objects.requireNonNull(terms.get(id), id);
        }
    }

    public Future<List<ObjectNode>> compose(Scope scope, List<ObjectNode> events) {
        List<String> ids = PageComposition.ids(events);
        return pages.compose(scope, events)
                .compose(done -> catalog.documents(scope, "ticket_group", "page_id", ids, "position"))
                .compose(groups -> catalog.documents(scope, "ticket_type", "page_id", ids, "position")
                        .compose(types -> capacities(scope, ids, groups, types)
                                .compose(capacities -> times(scope, events)
                                        .map(times -> new Parts(groups, types, capacities, times)))))
                .map(parts -> {
                    events.forEach(event -> compose(
                            event, parts, Objects.requireNonNull(parts.times().get(isTest(scope, event)))));
                    return events;
                });
    }

    /** Returns whether purchases of an event in a scope are tests, so that its sale follows the test clock. */
    private static boolean isTest(Scope scope, ObjectNode event) {
        return !scope.live() || event.path("testmode").asBoolean();
    }

    private Future<Map<Boolean, Instant>> times(Scope scope, List<ObjectNode> events) {
        boolean tests = events.stream().anyMatch(event -> isTest(scope, event));
        Instant now = clock.now();
        return catalog.time(scope.sellerId(), tests, clock).map(test -> Map.of(false, now, true, test));
    }

    private Future<Map<String, Capacity>> capacities(
            Scope scope,
            List<String> events,
            Map<String, List<ObjectNode>> groups,
            Map<String, List<ObjectNode>> types) {
        Map<String, Capacity> all = new HashMap<>();
        return catalog.capacities(scope, "event", events)
                .compose(ofEvents -> {
                    all.putAll(ofEvents);
                    return catalog.capacities(scope, "ticket_group", ids(groups));
                })
                .compose(ofGroups -> {
                    all.putAll(ofGroups);
                    return catalog.capacities(scope, "ticket_type", ids(types));
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

    private static void compose(ObjectNode event, Parts parts, Instant now) {
        String id = event.get("id").textValue();
        ObjectNode details = event.withObject("/eventDetails");
        Instant start = SaleTermsDecoder.time(details, "startDate");
        Instant end = EventEnd.of(
                start,
                SaleTermsDecoder.time(details, "endDate"),
                details.path("timezone").textValue());
        Map<String, ObjectNode> groups = byId(parts.groups().getOrDefault(id, List.of()));
        Map<String, ObjectNode> types = byId(parts.types().getOrDefault(id, List.of()));
        Predicate<String> soldOut =
                one -> parts.capacities().getOrDefault(one, Capacity.UNLIMITED).exhausted();
        Map<String, SaleTerms> groupTerms = SaleTermsDecoder.decode(groups.values(), "triggerTicketGroupId");
        Map<String, SaleTerms> typeTerms = SaleTermsDecoder.decode(types.values(), "triggerTicketTypeId");
        Sales ofGroups = new Sales(groupTerms, new Availability(groupTerms, soldOut, start, end, now));
        Sales ofTypes = new Sales(typeTerms, new Availability(typeTerms, soldOut, start, end, now));

        Capacity places = parts.capacities().getOrDefault(id, Capacity.UNLIMITED);
        ArrayNode shown = event.putArray("ticketGroups");
        for (ObjectNode group : groups.values()) {
            shown.add(group(group, types.values(), parts.capacities(), ofGroups, ofTypes, places));
        }
        details.put("capacity", places.capacity());
        if (!details.path("status").asText().equals("canceled")) {
            details.put("status", places.exhausted() || allSoldOut(shown) ? "sold_out" : "active");
        }
        PageWarnings.ofEvent(event);
    }

    private static ObjectNode group(
            ObjectNode group,
            Iterable<ObjectNode> types,
            Map<String, Capacity> capacities,
            Sales ofGroups,
            Sales ofTypes,
            Capacity places) {
        String id = group.get("id").textValue();
        AvailabilityStatus alone = ofGroups.status(id);
        boolean full = places.exhausted() && alone == AvailabilityStatus.AVAILABLE;
        AvailabilityStatus availability = full ? AvailabilityStatus.SOLD_OUT : alone;
        ArrayNode typeIds = group.putArray("ticketTypeIds");
        ArrayNode shown = group.putArray("ticketTypes");
        boolean some = false;
        boolean someNotSoldOut = false;
        for (ObjectNode type : types) {
            if (type.path("ticketGroupId").asText().equals(id)) {
                String typeId = type.get("id").textValue();
                AvailabilityStatus own = ofTypes.status(typeId);
                AvailabilityStatus whole = own == AvailabilityStatus.AVAILABLE ? availability : own;
                Capacity capacity = capacities.getOrDefault(typeId, Capacity.UNLIMITED);
                type.put("capacity", capacity.capacity()).put("quantitySold", capacity.taken());
                type.put("availabilityStatus", whole.wire()).put("saleStartOn", ofTypes.start(typeId));
                type.remove(TicketGroupRecords.CHANGED);
                boolean enabled = ofTypes.isEnabled(typeId);
                some |= enabled;
                someNotSoldOut |= enabled && own != AvailabilityStatus.SOLD_OUT;
                shown.add(type);
                typeIds.add(type.get("id"));
            }
        }
        boolean nothingLeft = availability == AvailabilityStatus.AVAILABLE && some && !someNotSoldOut;
        group.put("availabilityStatus", (nothingLeft ? AvailabilityStatus.SOLD_OUT : availability).wire());
        group.put("saleStartOn", ofGroups.start(id));
        group.put("capacity", capacities.getOrDefault(id, Capacity.UNLIMITED).capacity());
        group.remove(TicketGroupRecords.CHANGED);
        return group;
    }

    /** Returns whether every enabled group is sold out. False if no group is enabled. */
    private static boolean allSoldOut(ArrayNode groups) {
        boolean some = false;
        for (JsonNode group : groups) {
            if (SaleTermsDecoder.isEnabled(group)) {
                if (!group.get("availabilityStatus").asText().equals(AvailabilityStatus.SOLD_OUT.wire())) {
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
