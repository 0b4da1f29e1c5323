package io.tollgate.dashboard;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.schema.Field;
import io.tollgate.platform.schema.Type;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds what a body declares at a path, and reduces records to what a body accepts. */
final class EditorSchema {
    private EditorSchema() {}

    /**
     * A declared value.
     *
     * @param optional whether it can be left out, by itself or with an object that contains it
     */
    record Found(Field field, boolean optional) {
        Type type() {
            return field.type();
        }

        /** Returns whether it is a list that is entered as lines of text. */
        boolean isLines() {
            return field.type().kind() == Type.Kind.LIST;
        }

        /** Returns whether it is a list of objects, of which the lines are the labels. */
        boolean isLabels() {
            return isLines() && field.type().element().kind() == Type.Kind.OBJECT;
        }
    }

    /** Returns what is declared at a path such as {@code recurring.interval}; null if nothing is. */
    static @Nullable Found find(List<Field> fields, String path) {
        List<Field> among = fields;
        boolean optional = false;
        String[] names = path.split("\\.");
        for (int i = 0; i < names.length; i++) {
            String name = names[i];
            Field field = among.stream()
                    .filter(one -> one.name().equals(name))
                    .findFirst()
                    .orElse(null);
            if (field == null) {
                return null;
            }
            if (i == names.length - 1) {
                return new Found(field, optional || field.clearable());
            }
            optional |= field.clearable();
            among = field.type().fields();
        }
        return null;
    }

    /** Returns the pointer to a path. */
    static String pointer(String path) {
        return path.isEmpty() ? "" : "/" + path.replace('.', '/');
    }

    /** Returns what names an object of a stored list in a form: its id, or else its place. */
    static String key(JsonNode stored, int index) {
        return stored.path(index).path("id").asText(Integer.toString(index));
    }

    /** Returns the place of an object that a form names; -1 if it is new, or not stored any more. */
    static int place(JsonNode stored, String key) {
        for (int i = 0; i < stored.size(); i++) {
            if (key(stored, i).equals(key)) {
                return i;
            }
        }
        return -1;
    }

    /** Returns the members of an object of a list that a body accepts. Its place is that in the list. */
    static ObjectNode accepted(JsonNode stored, Type type) {
        ObjectNode accepted = JsonNodeFactory.instance.objectNode();
        for (Field field : type.fields()) {
            JsonNode value = stored.path(field.name());
            boolean absent = value.isMissingNode() || (value.isNull() && !field.clearable());
            if (!absent && !field.name().equals("order")) {
                accepted.set(field.name(), value(value, field.type()));
            }
        }
        return accepted;
    }

    private static JsonNode value(JsonNode value, Type type) {
        if (type.kind() == Type.Kind.OBJECT && value.isObject()) {
            return accepted(value, type);
        }
        if (type.kind() == Type.Kind.LIST && type.element().kind() == Type.Kind.OBJECT && value.isArray()) {
            ArrayNode items = JsonNodeFactory.instance.arrayNode();
            value.forEach(item -> items.add(accepted(item, type.element())));
            return items;
        }
        return value.deepCopy();
    }
}
