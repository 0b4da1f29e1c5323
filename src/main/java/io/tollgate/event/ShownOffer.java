package io.tollgate.event;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.error.ApiError;
import io.tollgate.resource.Resource;
import java.util.ArrayList;
import java.util.List;

/**
 * Groups and types as an event shows them: what can be bought now follows from the whole offer.
 *
 * @param event completed with its groups and types
 */
record ShownOffer(ObjectNode event) {

    List<ObjectNode> groups() {
        return list(event.path("ticketGroups"));
    }

    ObjectNode group(String id) {
        return named(groups(), id, TicketGroups.RESOURCE);
    }

    List<ObjectNode> types(String groupId) {
        return list(group(groupId).path("ticketTypes"));
    }

    ObjectNode type(String groupId, String id) {
        return named(types(groupId), id, TicketGroups.TYPE_RESOURCE);
    }

    private static List<ObjectNode> list(JsonNode array) {
        List<ObjectNode> list = new ArrayList<>();
        array.forEach(item -> list.add((ObjectNode) item));
        return list;
    }

    private static ObjectNode named(List<ObjectNode> all, String id, Resource resource) {
        return all.stream()
                .filter(one -> NamedDocuments.id(one).equals(id))
                .findFirst()
                .orElseThrow(() -> ApiError.notFound(resource.noun()));
    }
}
