package io.tollgate.tools.demo;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Objects;
import java.util.function.Function;

/** Reads the JSON templates of the demo. A text that begins with {@code $} refers to a value of the seller. */
final class DocumentTemplates {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private DocumentTemplates() {}

    /**
     * Reads a resource file of the demo.
     *
     * @param name without its suffix
     */
    static JsonNode read(String name) {
        try (InputStream file = DocumentTemplates.class.getResourceAsStream("/demo/" + name + ".json")) {
            return MAPPER.readTree(Objects.requireNonNull(file, name));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static <T> T read(String name, TypeReference<T> type) {
        return MAPPER.convertValue(read(name), type);
    }

    /** Merges objects recursively. A property whose name ends with {@code +} is appended to the existing list. */
    static ObjectNode merge(ObjectNode target, JsonNode more) {
        more.properties().forEach(member -> {
            String name = member.getKey();
            JsonNode value = member.getValue();
            if (name.endsWith("+")) {
                target.withArray(name.substring(0, name.length() - 1)).addAll((ArrayNode) value.deepCopy());
            } else if (value.isObject() && target.path(name).isObject()) {
                merge((ObjectNode) target.get(name), value);
            } else {
                target.set(name, value.deepCopy());
            }
        });
        return target;
    }

    static ObjectNode merged(JsonNode base, JsonNode... more) {
        ObjectNode target = base.deepCopy();
        for (JsonNode one : more) {
            merge(target, one);
        }
        return target;
    }

    /** Replaces references by their values, in place. */
    static JsonNode fill(JsonNode node, Function<String, JsonNode> values) {
        if (node instanceof ObjectNode object) {
            object.properties().forEach(member -> member.setValue(fill(member.getValue(), values)));
        } else if (node instanceof ArrayNode list) {
            for (int i = 0; i < list.size(); i++) {
                list.set(i, fill(list.get(i), values));
            }
        } else if (node.isTextual() && node.textValue().startsWith("$")) {
            return values.apply(node.textValue().substring(1));
        }
        return node;
    }
}
