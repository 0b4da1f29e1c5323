package io.tollgate.audit;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.schema.Field;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What is different between two states of a record, field by field, for people to read. */
public final class Changes {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    /** The entry tells these itself. */
    private static final Set<String> TOLD = Set.of("id", "sellerId", "createdAt", "updatedAt");

    /** Who knows one of these can do something with it: it is never copied. */
    private static final Set<String> SECRET = Set.of("checkInCode", "secret", "customHeaders", "sessionId");

    private static final String HIDDEN = "[hidden]";
    private static final int VALUE_LENGTH_MAX = 4_000;

    /** A number is the same whatever Java holds it in. */
    private static final Comparator<JsonNode> SAME = (a, b) -> {
        boolean numbers = a.isNumber() && b.isNumber();
        return (numbers ? a.decimalValue().compareTo(b.decimalValue()) == 0 : a.equals(b)) ? 0 : 1;
    };

    private Changes() {}

    /** Whether two states show the same, but for when they were changed. */
    public static boolean none(List<Field> fields, ObjectNode before, ObjectNode after) {
        return between(fields, before, after).isEmpty();
    }

    /**
     * @param before null where the record is new
     * @param after null where it is gone
     */
    public static ArrayNode between(List<Field> fields, @Nullable ObjectNode before, @Nullable ObjectNode after) {
        ArrayNode changes = JSON.arrayNode();
        for (Field field : fields) {
            JsonNode was = at(before, field.name());
            JsonNode is = at(after, field.name());
            if (!TOLD.contains(field.name()) && !was.equals(SAME, is)) {
                ObjectNode change = changes.addObject().put("field", field.name());
                change.set("before", shown(field.name(), was));
                change.set("after", shown(field.name(), is));
            }
        }
        return changes;
    }

    /** An empty list says no more than none. */
    private static JsonNode at(@Nullable ObjectNode record, String name) {
        JsonNode value = record == null ? null : record.get(name);
        return value == null || (value.isArray() && value.isEmpty()) ? JSON.nullNode() : value;
    }

    private static JsonNode shown(String name, JsonNode value) {
        if (value.isNull()) {
            return value;
        }
        if (SECRET.contains(name)) {
            return JSON.textNode(HIDDEN);
        }
        int length = value.isTextual()
                ? value.textValue().length()
                : value.toString().length();
        return length <= VALUE_LENGTH_MAX ? value : JSON.textNode("[" + length + " characters]");
    }
}
