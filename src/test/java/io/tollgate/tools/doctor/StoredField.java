package io.tollgate.tools.doctor;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.resource.Resource;
import io.tollgate.platform.schema.Field;
import io.tollgate.platform.schema.Type;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A field of stored records that carries money, time, a number or a relation.
 *
 * @param path the names that lead to the value; {@code []} stands for each element of a list
 */
record StoredField(Resource resource, List<String> path, Type.Kind kind) {
    private static final Set<Type.Kind> CARRYING =
            Set.of(Type.Kind.MONEY, Type.Kind.TIME, Type.Kind.INTEGER, Type.Kind.NUMBER, Type.Kind.ID);
    private static final String RELATION = ".*(Id|Ids|At|[cC]urrency|Number)";

    /** The id and the seller of a record: with others, it is another record, or cannot be read. */
    private static final Set<List<String>> OWN = Set.of(List.of("id"), List.of("sellerId"));

    private static final String EACH = "[]";

    /** Returns the fields of all records that the doctor reads. */
    static List<StoredField> all() {
        List<StoredField> all = new ArrayList<>();
        for (Resource resource : Doctor.RECORDED) {
            resource.fields().forEach(field -> add(all, resource, List.of(), field));
        }
        return all;
    }

    private static void add(List<StoredField> all, Resource resource, List<String> parent, Field field) {
        List<String> path = new ArrayList<>(parent);
        path.add(field.name());
        if (!OWN.contains(path)) {
            add(all, resource, path, field.type());
        }
    }

    private static void add(List<StoredField> all, Resource resource, List<String> path, Type type) {
        switch (type.kind()) {
            case LIST -> {
                List<String> each = new ArrayList<>(path);
                each.add(EACH);
                add(all, resource, each, type.element());
            }
            case OBJECT -> type.fields().forEach(field -> add(all, resource, path, field));
            default -> {
                String name = path.get(path.size() - 1).equals(EACH) ? path.get(path.size() - 2) : last(path);
                if (CARRYING.contains(type.kind()) || name.matches(RELATION)) {
                    all.add(new StoredField(resource, path, type.kind()));
                }
            }
        }
    }

    private static String last(List<String> path) {
        return path.get(path.size() - 1);
    }

    String name() {
        return resource.table() + ": " + String.join(".", path);
    }

    /** Changes the first value in a record. Returns whether there is one. */
    boolean change(ObjectNode record) {
        return change(record, 0);
    }

    private boolean change(JsonNode node, int depth) {
        String step = path.get(depth);
        if (step.equals(EACH)) {
            for (int i = 0; i < node.size(); i++) {
                if (depth + 1 == path.size() ? replace((ArrayNode) node, i) : change(node.get(i), depth + 1)) {
                    return true;
                }
            }
            return false;
        }
        JsonNode value = node.path(step);
        if (depth + 1 < path.size()) {
            return change(value, depth + 1);
        }
        JsonNode changed = changed(value, step);
        if (changed == null) {
            return false;
        }
        ((ObjectNode) node).set(step, changed);
        return true;
    }

    private boolean replace(ArrayNode list, int index) {
        JsonNode changed = changed(list.get(index), "");
        if (changed == null) {
            return false;
        }
        list.set(index, changed);
        return true;
    }

    private @Nullable JsonNode changed(JsonNode value, String name) {
        if (value.isIntegralNumber()) {
            return ObjectNodes.number(value.longValue() + 1);
        }
        if (value.isNumber()) {
            return ObjectNodes.number(value.doubleValue() + 1);
        }
        if (!value.isTextual() || value.textValue().isEmpty()) {
            return null;
        }
        String text = value.textValue();
        if (kind == Type.Kind.TIME || name.endsWith("At")) {
            return ObjectNodes.text(
                    Instant.parse(text).plus(1, ChronoUnit.DAYS).toString().replaceAll("(:\\d\\d)Z", "$1.000Z"));
        }
        return ObjectNodes.text(changedText(text));
    }

    /** Returns another id, with the number of its copy, or another text. */
    static String changedText(String text) {
        if (text.matches("[0-9a-f]{24}")) {
            return "ffffffff" + text.substring(8, 12) + "ffffffffffff";
        }
        String reversed = new StringBuilder(text).reverse().toString();
        return text.equals("eur") ? "usd" : reversed.equals(text) ? text + "x" : reversed;
    }

    /** Nodes of JSON. */
    private static final class ObjectNodes {
        static JsonNode number(long value) {
            return RecordScan.MAPPER.getNodeFactory().numberNode(value);
        }

        static JsonNode number(double value) {
            return RecordScan.MAPPER.getNodeFactory().numberNode(value);
        }

        static JsonNode text(String value) {
            return RecordScan.MAPPER.getNodeFactory().textNode(value);
        }
    }
}
