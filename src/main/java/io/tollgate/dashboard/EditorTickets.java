package io.tollgate.dashboard;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.http.Etag;
import io.vertx.core.buffer.Buffer;
import java.util.List;

/** The version of the tickets of an event, which are several records of the API. */
final class EditorTickets {
    /** What sales and the time change. */
    private static final List<String> LIVE = List.of("quantitySold", "availabilityStatus");

    private EditorTickets() {}

    static String version(JsonNode event) {
        ArrayNode groups = event.path("ticketGroups").deepCopy();
        for (JsonNode group : groups) {
            ((ObjectNode) group).remove(LIVE);
            group.path("ticketTypes").forEach(type -> ((ObjectNode) type).remove(LIVE));
        }
        return Etag.of(Buffer.buffer(groups.toString()));
    }
}
