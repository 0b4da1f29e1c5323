package io.tollgate.platform.audit;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.schema.Field;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The differences between two states of a record, field by field. */
public final class Changes {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    /** Omitted fields: the entry itself has an id, a seller and a time. */
    private static final Set<String> OMITTED = Set.of("id", "sellerId", "createdAt", "updatedAt");

    /** Fields that grant access or may hold credentials; their values are never copied. */
    private static final Set<String> SECRET = Set.of("checkInCode", "secret", "customHeaders", "sessionId");

    private static final String HIDDEN = "[hidden]";
    private static final int VALUE_LENGTH_MAX = 4_000;

    /** Compares numbers by value, whatever their Java types. */
    private static final Comparator<JsonNode> SAME = (a, b) -> {
        boolean numbers = a.isNumber() && b.isNumber();
        return (numbers ? a.decimalValue().compareTo(b.decimalValue()) == 0 : a.equals(b)) ? 0 : 1;
    };

    private Changes() {}

    /** Returns whether two states are equal except for their timestamps. */
    public static boolean none(List<Field> fields, ObjectNode before, ObjectNode after) {
        return between(fields, before, after).isEmpty();
    }

    /**
     * Returns the changed fields with their values before and after.
     *
     * @param before null if the record is new
     * @param after null if the record was deleted
     */
    public static ArrayNode between(List<Field> fields, @Nullable ObjectNode before, @Nullable ObjectNode after) {
        ArrayNode changes = JSON.arrayNode();
        for (Field field : fields) {
            JsonNode was = fieldOf(before, field.name());
            JsonNode is = fieldOf(after, field.name());
            if (!OMITTED.contains(field.name()) && !was.equals(SAME, is)) {
                ObjectNode change = changes.addObject().put("field", field.name());
                change.set("before", shown(field.name(), was));
                change.set("after", shown(field.name(), is));
            }
        }
        return changes;
    }

    /** Returns a field's value, with an empty list treated as null. */
    private static JsonNode fieldOf(@Nullable ObjectNode record, String name) {
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
