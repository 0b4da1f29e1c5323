package io.tollgate.ticket;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Gathers from the records what the tickets of a booking show, and nothing else: a change that
 * cannot be seen makes no new document.
 */
final class TicketPdfContent {
    private TicketPdfContent() {}

    /** What the tickets are made from. */
    record Sources(JsonNode booking, List<? extends JsonNode> tickets, JsonNode page, String sellerName) {}

    static ObjectNode of(Sources from, TicketPdfLayout layout) {
        ObjectNode content = JsonNodeFactory.instance.objectNode();
        content.put("format", layout.name());
        content.set("locale", from.page().path("locale"));
        content.put("sellerName", from.sellerName());
        content.set("pageId", from.booking().path("pageId"));
        content.set("livemode", from.booking().path("livemode"));
        content.set("orderId", from.booking().path("orderId"));
        content.put("title", title(from.page(), from.booking()));
        content.set("event", event(from.page().path("eventDetails")));
        Map<String, JsonNode> lines = new HashMap<>();
        from.booking()
                .path("tickets")
                .forEach(line -> lines.put(line.path("ticketTypeId").asText(), line));
        ArrayNode tickets = content.putArray("tickets");
        for (JsonNode ticket : from.tickets()) {
            tickets.add(ticket(ticket, lines.get(ticket.path("ticketTypeId").asText())));
        }
        content.set("written", from.booking().path("createdAt"));
        return content;
    }

    /** What the event is called. */
    static String title(JsonNode page, JsonNode booking) {
        for (JsonNode title : List.of(page.path("title"), booking.path("eventTitle"), page.path("name"))) {
            if (!title.asText("").isBlank() && !title.isNull()) {
                return title.asText();
            }
        }
        return "";
    }

    private static ObjectNode event(JsonNode details) {
        ObjectNode event = JsonNodeFactory.instance.objectNode();
        for (String name : List.of("startDate", "endDate", "timezone", "type", "location", "meetingLink", "platform")) {
            event.set(name, details.path(name));
        }
        return event;
    }

    private static ObjectNode ticket(JsonNode ticket, @Nullable JsonNode line) {
        ObjectNode shown = JsonNodeFactory.instance.objectNode();
        for (String name : List.of(
                "ticketShortId",
                "checkInCode",
                "status",
                "attendeeName",
                "customerName",
                "attendeeEmail",
                "pricing",
                "revenue",
                "currency")) {
            shown.set(name, ticket.path(name));
        }
        if (line != null) {
            shown.set("type", line.path("name"));
            shown.set("group", line.path("ticketGroupName"));
        }
        return shown;
    }
}
