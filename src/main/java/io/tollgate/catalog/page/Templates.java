package io.tollgate.catalog.page;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.input.Input;
import java.util.Set;

/** Merges bodies into documents, and completes documents with the values of a template. */
public final class Templates {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private Templates() {}

    /** Parses a JSON object. */
    public static ObjectNode of(String json) {
        try {
            return (ObjectNode) MAPPER.readTree(json);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("The template is not a JSON object", e);
        }
    }

    /** Returns a new document: a template with the values of a body. */
    public static ObjectNode merge(Input input, ObjectNode template, Set<String> excluded) {
        return merge(input, template, template, excluded);
    }

    /**
     * Returns a former document with the values of a body.
     *
     * @param defaults a new document, whose values null restores
     * @param excluded keys of the body that are not merged; the document keeps its former values of them
     */
    public static ObjectNode merge(Input input, ObjectNode former, ObjectNode defaults, Set<String> excluded) {
        ObjectNode merged = former.deepCopy();
        input.mergeInto(merged, defaults);
        for (String name : excluded) {
            JsonNode kept = former.get(name);
            if (kept == null) {
                merged.remove(name);
            } else {
                merged.set(name, kept.deepCopy());
            }
        }
        // Parses the document again, so that equal documents are equal trees.
        return of(merged.toString());
    }

    /**
     * Restores the former representation of empty members. Responses show null, an empty list and an absent member
     * alike, so a record that is sent back as it was read must not change.
     */
    public static void keepFormerEmptiness(JsonNode document, JsonNode former) {
        if (document instanceof ObjectNode object && former.isObject()) {
            former.properties().forEach(member -> {
                if (isNothing(member.getValue()) && isNothing(object.path(member.getKey()))) {
                    object.set(member.getKey(), member.getValue().deepCopy());
                }
            });
            object.properties().removeIf(member -> isNothing(member.getValue()) && !former.has(member.getKey()));
            object.properties().forEach(member -> keepFormerEmptiness(member.getValue(), former.path(member.getKey())));
        } else if (document.isArray()) {
            for (int i = 0; i < document.size(); i++) {
                keepFormerEmptiness(document.get(i), former.path(i));
            }
        }
    }

    private static boolean isNothing(JsonNode value) {
        return value.isMissingNode() || value.isNull() || (value.isArray() && value.isEmpty());
    }

    /**
     * Replaces a list with the objects that were sent, completed with the values of a template. Does nothing if the
     * list was not sent.
     *
     * @param excluded members that always have the value of the template
     */
    public static void complete(
            Input input, ObjectNode document, String name, ObjectNode template, Set<String> excluded) {
        if (!input.hasValue(name)) {
            return;
        }
        ArrayNode items = document.putArray(name);
        input.objects(name).forEach(item -> items.add(merge(item, template, excluded)));
    }
}
