package io.tollgate.page;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.input.Input;
import java.util.Set;

/** Documents begin as copies of a template that says what holds where nothing is sent. */
public final class Templates {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private Templates() {}

    /** @param json an object */
    public static ObjectNode of(String json) {
        try {
            return (ObjectNode) MAPPER.readTree(json);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("a template is not JSON", e);
        }
    }

    /** What was sent over a template, see {@link #over(Input, ObjectNode, ObjectNode, Set)}. */
    public static ObjectNode over(Input input, ObjectNode template, Set<String> apart) {
        return over(input, template, template, apart);
    }

    /**
     * What was sent over a former state.
     *
     * @param defaults a new document, whose values null restores
     * @param apart keys of the body that are no fields of the document, or are made from more than was
     *     sent: they are left as they were
     */
    public static ObjectNode over(Input input, ObjectNode former, ObjectNode defaults, Set<String> apart) {
        ObjectNode merged = former.deepCopy();
        input.mergeInto(merged, defaults);
        for (String name : apart) {
            JsonNode kept = former.get(name);
            if (kept == null) {
                merged.remove(name);
            } else {
                merged.set(name, kept.deepCopy());
            }
        }
        // In the form in which it is read again, so that equal documents are equal trees.
        return of(merged.toString());
    }

    /**
     * Null, an empty list and a member that is not there are read alike: whichever a record held stays, so that
     * what is sent as it was read changes nothing.
     */
    public static void settle(JsonNode document, JsonNode former) {
        if (document instanceof ObjectNode object && former.isObject()) {
            former.properties().forEach(member -> {
                if (isNothing(member.getValue()) && isNothing(object.path(member.getKey()))) {
                    object.set(member.getKey(), member.getValue().deepCopy());
                }
            });
            object.properties().removeIf(member -> isNothing(member.getValue()) && !former.has(member.getKey()));
            object.properties().forEach(member -> settle(member.getValue(), former.path(member.getKey())));
        } else if (document.isArray()) {
            for (int i = 0; i < document.size(); i++) {
                settle(document.get(i), former.path(i));
            }
        }
    }

    private static boolean isNothing(JsonNode value) {
        return value.isMissingNode() || value.isNull() || (value.isArray() && value.isEmpty());
    }

    /**
     * Gives each object of a list, where one was sent, what it does not say itself.
     *
     * @param apart members that are always as the template has them
     */
    public static void complete(Input input, ObjectNode document, String name, ObjectNode template, Set<String> apart) {
        if (!input.hasValue(name)) {
            return;
        }
        ArrayNode whole = document.putArray(name);
        input.objects(name).forEach(item -> whole.add(over(item, template, apart)));
    }
}
