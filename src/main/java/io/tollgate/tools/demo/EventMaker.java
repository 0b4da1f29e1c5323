package io.tollgate.tools.demo;

import static io.tollgate.tools.demo.DocumentTemplates.merge;
import static io.tollgate.tools.demo.DocumentTemplates.merged;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.catalog.model.Event;
import io.tollgate.catalog.model.json.CatalogDecoder;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Generates the events of a seller, distributed over the whole period, with some in the future.
 *
 * @param roomy whether there are so many bookings that only special types may have a limit
 */
record EventMaker(CatalogMaker catalog, StockList stock, long start, long now, boolean roomy) {
    private static final JsonNode DATA = CatalogMaker.DATA;

    List<EventOffer> make(int count, boolean testmode) {
        List<EventOffer> events = new ArrayList<>();
        long step = (now - start) / Math.max(1, count - 2);
        for (int i = 0; i < count; i++) {
            long day = (start + (i + 1) * step + 15 * Millis.DAY) / Millis.DAY;
            events.add(make(i, testmode, day * Millis.DAY + 16 * Millis.HOUR));
        }
        return events;
    }

    private EventOffer make(int position, boolean testmode, long startsAt) {
        JsonNode template = DATA.get("events").get(position % DATA.get("events").size());
        JsonNode titles = DATA.get("eventTitles");
        String title =
                titles.get(position % titles.size()).textValue() + (position < titles.size() ? "" : " " + position);
        CatalogMaker.Document document = catalog.new Document(position + 1)
                .put("starts", CatalogMaker.text(startsAt))
                .put("ends", CatalogMaker.text(startsAt + 6 * Millis.HOUR));
        String slug = (testmode ? "test-" : "") + "event-" + (position + 1);
        ObjectNode event = document.page("eventPage", template, title, slug, testmode);
        ObjectNode details = event.withObject("/eventDetails");
        CatalogMaker.parts(template, "product").forEach(part -> merge(details, part));
        document.putFields(event, DATA.get("eventFields"));
        document.fill(event);
        String id = event.get("id").textValue();
        stock.set("event", id, capacity(event, template));
        long visits = 300 + (DemoRandom.hash(7, position) >>> 1) % 40_000;
        catalog.catalog().page("event", slug, DemoCatalog.folded(event, "name", "title"), visits, event);
        ObjectNode whole = event.deepCopy();
        whole.withObject("/eventDetails").put("status", "active");
        whole.set("ticketGroups", groups(document, template.get("groups"), id));
        return new EventOffer(CatalogDecoder.decode(whole, Event.class), testmode, startsAt);
    }

    /** Adds the groups and types to the catalog, and returns them in the format of an event. */
    private ArrayNode groups(CatalogMaker.Document document, JsonNode templates, String eventId) {
        ArrayNode shown = catalog.newArray();
        for (JsonNode template : templates) {
            ObjectNode group = merged(DATA.get("group"), template);
            group.put("description", "Bring your tickets on paper or on a screen.")
                    .remove("types");
            Integer capacity = capacity(group, group);
            document.fill(group);
            String id = group.get("id").textValue();
            stock.set("ticket_group", id, capacity);
            catalog.catalog().ticketGroup(eventId, shown.size(), group, document.createdAt());
            ArrayNode types = catalog.newArray();
            template.get("types").forEach(type -> types.add(type(document, type, group, types.size(), eventId)));
            shown.add(group.deepCopy()
                    .put("capacity", capacity)
                    .put("availabilityStatus", "available")
                    .set("ticketTypes", types));
        }
        return shown;
    }

    private ObjectNode type(
            CatalogMaker.Document document, JsonNode template, ObjectNode group, int position, String eventId) {
        ObjectNode type = merged(DATA.get("type"), template);
        type.set("ticketGroupId", group.get("id"));
        type.put("image", "$image:" + (position + 1));
        type.put("description", "Admission for one person.");
        Integer capacity = capacity(type, type);
        if (capacity == null) {
            merge(type, DATA.get("unlimitedType"));
        }
        document.fill(type);
        stock.set("ticket_type", type.get("id").textValue(), capacity);
        catalog.catalog().ticketType(eventId, position, type, document.createdAt());
        return type.deepCopy().put("capacity", capacity).put("availabilityStatus", "available");
    }

    /** Removes the capacity from the document, because it is not part of it, and registers it. */
    private @Nullable Integer capacity(ObjectNode document, JsonNode template) {
        String name = roomy ? "capacity" : "capacityOfFew";
        JsonNode number = template.path(template.has(name) ? name : "capacity");
        document.remove(List.of("capacity", "capacityOfFew"));
        return number.isInt() ? (Integer) number.intValue() : null;
    }
}
