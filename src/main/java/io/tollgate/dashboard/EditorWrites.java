package io.tollgate.dashboard;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.http.HttpMethod;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Plans the writes that save a section of the editor. */
final class EditorWrites {
    private final List<PlannedWrite> writes = new ArrayList<>();

    private EditorWrites() {}

    /**
     * Returns the writes that save a form, in order. None if the form changes nothing.
     *
     * @param path of the page in the API
     * @param changed fields of the record
     */
    static List<PlannedWrite> of(EditorSection section, String path, EditorTarget target, ObjectNode changed) {
        EditorWrites plan = new EditorWrites();
        switch (section.target()) {
            case PAGE -> plan.record(path, changed);
            case PRODUCT -> plan.record(EditorTarget.product(target.page()), changed);
            case FIELDS -> plan.fields(path + "/fields", target.record().path("fields"), changed.path("fields"));
            case TICKETS ->
                plan.groups(
                        path + "/ticket-groups", target.record().path("ticketGroups"), changed.path("ticketGroups"));
        }
        return plan.writes;
    }

    private void record(String path, ObjectNode changed) {
        if (!changed.isEmpty()) {
            writes.add(new PlannedWrite(HttpMethod.PATCH, path, changed, ""));
        }
    }

    /** The order of fields is a field of each of them. */
    private void fields(String path, JsonNode stored, JsonNode changed) {
        if (!(changed instanceof ArrayNode)) {
            return;
        }
        boolean reordered = isReordered(changed);
        long last = -1;
        for (int i = 0; i < changed.size(); i++) {
            ObjectNode field = changed.get(i).deepCopy();
            JsonNode former = former(stored, field);
            long order = reordered || former.isMissingNode()
                    ? Math.max(i, last + 1)
                    : former.path("order").asLong();
            last = order;
            ObjectNode sent = sent(field);
            if (order != former.path("order").asLong(-1)) {
                sent.put("order", order);
            }
            one(path, former, sent, "fields[" + i + "].");
        }
        removed(path, stored, changed);
    }

    /** Returns whether stored objects have another order than before, or a new one is not the last. */
    private static boolean isReordered(JsonNode changed) {
        int last = -1;
        for (JsonNode one : changed) {
            int place = one.path(EditorForm.PLACE).asInt(Integer.MAX_VALUE);
            if (place < last) {
                return true;
            }
            last = place;
        }
        return false;
    }

    private void groups(String path, JsonNode stored, JsonNode changed) {
        if (!(changed instanceof ArrayNode)) {
            return;
        }
        for (int i = 0; i < changed.size(); i++) {
            ObjectNode group = changed.get(i).deepCopy();
            JsonNode former = former(stored, group);
            String prefix = "ticketGroups[" + i + "].";
            JsonNode types = group.path("ticketTypes");
            if (former.isMissingNode()) {
                one(path, former, group, prefix);
                continue;
            }
            group.remove("ticketTypes");
            one(path, former, sent(group), prefix);
            String below = path + "/" + former.path("id").asText() + "/ticket-types";
            for (int t = 0; t < types.size(); t++) {
                ObjectNode type = types.get(t).deepCopy();
                JsonNode before = former(former.path("ticketTypes"), type);
                one(below, before, sent(type), prefix + "ticketTypes[" + t + "].");
            }
            removed(below, former.path("ticketTypes"), types);
        }
        removed(path, stored, changed);
    }

    private static JsonNode former(JsonNode stored, JsonNode object) {
        return stored.path(object.path(EditorForm.PLACE).asInt(-1));
    }

    private static ObjectNode sent(ObjectNode object) {
        object.remove(EditorForm.PLACE);
        return object;
    }

    private void one(String path, JsonNode former, ObjectNode sent, String prefix) {
        if (former.isMissingNode()) {
            writes.add(new PlannedWrite(HttpMethod.POST, path, sent, prefix));
        } else if (!sent.isEmpty()) {
            writes.add(new PlannedWrite(
                    HttpMethod.PATCH, path + "/" + former.path("id").asText(), sent, prefix));
        }
    }

    private void removed(String path, JsonNode stored, JsonNode changed) {
        Set<Integer> kept = new HashSet<>();
        changed.forEach(one -> kept.add(one.path(EditorForm.PLACE).asInt(-1)));
        for (int i = 0; i < stored.size(); i++) {
            if (!kept.contains(i)) {
                writes.add(new PlannedWrite(
                        HttpMethod.DELETE,
                        path + "/" + stored.path(i).path("id").asText(),
                        null,
                        ""));
            }
        }
    }
}
