package io.tollgate.sales.ticket;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Extracts from the records only the content that tickets show, so that an invisible change does not produce a new
 * document.
 */
final class TicketPdfContent {
    private TicketPdfContent() {}

    /** The records that tickets are rendered sources. */
    record Sources(JsonNode booking, List<? extends JsonNode> tickets, JsonNode page, String sellerName) {}

    static ObjectNode of(Sources sources, TicketPdfLayout layout) {
        ObjectNode content = JsonNodeFactory.instance.objectNode();
        content.put("format", layout.name());
        content.set("locale", sources.page().path("locale"));
        content.put("sellerName", sources.sellerName());
        content.set("pageId", sources.booking().path("pageId"));
        content.set("livemode", sources.booking().path("livemode"));
        content.set("orderId", sources.booking().path("orderId"));
        content.put("title", title(sources.page(), sources.booking()));
        content.set("event", event(sources.page().path("eventDetails")));
        Map<String, JsonNode> lines = new HashMap<>();
        sources.booking()
                .path("tickets")
                .forEach(line -> lines.put(line.path("ticketTypeId").asText(), line));
        ArrayNode tickets = content.putArray("tickets");
        for (JsonNode ticket : sources.tickets()) {
            tickets.add(ticket(ticket, lines.get(ticket.path("ticketTypeId").asText())));
        }
        content.set("written", sources.booking().path("createdAt"));
        return content;
    }

    /** Returns the title of the event, or an empty string if no record has one. */
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

    /** Returns the price of the ticket itself: after discounts, without the fees and taxes of its booking. */
    private static long price(JsonNode ticket) {
        if (!ticket.path("originalPrice").isNumber()) {
            return ticket.path("revenue").asLong();
        }
        long off = ticket.path("discountAmount").asLong()
                + ticket.path("couponAmount").asLong()
                + ticket.path("complimentaryAmount").asLong();
        return Math.max(0, ticket.path("originalPrice").asLong() - off);
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
                "currency")) {
            shown.set(name, ticket.path(name));
        }
        shown.put("price", price(ticket));
        if (line != null) {
            shown.set("type", line.path("name"));
            shown.set("group", line.path("ticketGroupName"));
        }
        return shown;
    }
}
