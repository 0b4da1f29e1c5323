package io.tollgate.catalog.event;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.resource.Resource;
import java.util.ArrayList;
import java.util.List;

/**
 * The ticket groups and ticket types of a composed event. A single group cannot be composed alone, because its
 * availability can depend on the other groups.
 *
 * @param event the composed event
 */
record ComposedTicketGroups(ObjectNode event) {

    List<ObjectNode> groups() {
        return list(event.path("ticketGroups"));
    }

    ObjectNode group(String id) {
        return find(groups(), id, TicketGroups.RESOURCE);
    }

    List<ObjectNode> types(String groupId) {
        return list(group(groupId).path("ticketTypes"));
    }

    ObjectNode type(String groupId, String id) {
        return find(types(groupId), id, TicketGroups.TYPE_RESOURCE);
    }

    private static List<ObjectNode> list(JsonNode array) {
        List<ObjectNode> list = new ArrayList<>();
        array.forEach(item -> list.add((ObjectNode) item));
        return list;
    }

    private static ObjectNode find(List<ObjectNode> all, String id, Resource resource) {
        return all.stream()
                .filter(one -> NamedDocuments.id(one).equals(id))
                .findFirst()
                .orElseThrow(() -> ApiError.notFound(resource.noun()));
    }
}
