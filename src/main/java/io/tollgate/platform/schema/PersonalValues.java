package io.tollgate.platform.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Replaces the values of fields that are declared {@link Field#personal()}: addresses and names by others, because many
 * records must have them, and everything else by null or nothing. Erasing twice has the effect of erasing once.
 *
 * @param email replaces e-mail addresses
 */
public record PersonalValues(String email) {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    /** Replaces names. */
    static final String NAME = "Erased customer";

    private static final Set<String> NAMES = Set.of("name", "customerName", "attendeeName");

    /** A member that is never replaced: amounts and taxes depend on it. */
    private static final String COUNTRY = "country";

    /** Returns a copy of a record without personal values. Members that are not declared stay. */
    public ObjectNode erase(List<Field> fields, ObjectNode record) {
        ObjectNode erased = record.deepCopy();
        object(fields, erased, false);
        return erased;
    }

    /** Returns the value of a field without what is personal in it. */
    public JsonNode erase(Field field, JsonNode value) {
        return value(field, value, field.isPersonal());
    }

    /** @param personal whether all members are, because the object is */
    private void object(List<Field> fields, ObjectNode object, boolean personal) {
        for (Field field : fields) {
            JsonNode value = object.get(field.name());
            if (value != null) {
                object.set(field.name(), value(field, value, personal || field.isPersonal()));
            }
        }
    }

    private JsonNode value(Field field, JsonNode value, boolean personal) {
        Type type = field.type();
        if (value instanceof ObjectNode object && type.kind() == Type.Kind.OBJECT) {
            ObjectNode copy = object.deepCopy();
            object(type.fields(), copy, personal);
            return copy;
        }
        if (value instanceof ArrayNode items) {
            return personal ? JSON.arrayNode() : items(type, items);
        }
        return !personal || value.isNull() || field.name().equals(COUNTRY) ? value : blank(field);
    }

    private ArrayNode items(Type list, ArrayNode items) {
        ArrayNode copy = JSON.arrayNode();
        Type type = list.item();
        for (JsonNode item : items) {
            if (item instanceof ObjectNode object && type != null) {
                ObjectNode erased = object.deepCopy();
                object(type.fields(), erased, false);
                copy.add(erased);
            } else {
                copy.add(item);
            }
        }
        return copy;
    }

    private JsonNode blank(Field field) {
        if (field.name().toLowerCase(Locale.ROOT).endsWith("email")) {
            return JSON.textNode(email);
        }
        if (NAMES.contains(field.name())) {
            return JSON.textNode(NAME);
        }
        return switch (field.type().kind()) {
            case MAP -> JSON.objectNode();
            case TEXT, LINE, PROSE, CODE -> field.valued() ? JSON.textNode("") : JSON.nullNode();
            default -> JSON.nullNode();
        };
    }
}
