package io.tollgate.platform.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Takes schemas from the OpenAPI document, so that they are complete on their own. Agents keep them in their context,
 * so that they are short.
 */
final class Definitions {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final String OF_DOCUMENT = "#/components/schemas/";

    /** The keywords of the result of a tool: its types, not what they mean. */
    private static final List<String> OF_RESULTS = List.of("type", "enum", "required", "format");

    private Definitions() {}

    /** Returns a schema with copies of all schemas to which it refers, without examples. */
    static ObjectNode complete(JsonNode document, ObjectNode schema) {
        Map<String, JsonNode> found = new TreeMap<>();
        adopt(document, schema, found);
        if (!found.isEmpty()) {
            schema.set("$defs", JSON.objectNode().setAll(found));
        }
        return schema;
    }

    /** Rewrites all references within a schema, and adds copies of what they refer to. */
    private static void adopt(JsonNode document, JsonNode schema, Map<String, JsonNode> found) {
        if (schema instanceof ObjectNode object && object.path("examples").isArray()) {
            object.remove("examples");
        }
        JsonNode reference = schema.path("$ref");
        if (reference.isTextual() && schema instanceof ObjectNode referring) {
            String name = reference.textValue().substring(OF_DOCUMENT.length());
            referring.set("$ref", TextNode.valueOf("#/$defs/" + name));
            if (!found.containsKey(name)) {
                ObjectNode copy = component(document, reference).deepCopy();
                found.put(name, copy);
                adopt(document, copy, found);
            }
        }
        schema.forEach(part -> adopt(document, part, found));
    }

    /**
     * Returns the types of a schema.
     *
     * @param depth how many references are followed one after the other; deeper objects may have any members
     */
    static ObjectNode types(JsonNode document, JsonNode schema, int depth) {
        JsonNode reference = schema.path("$ref");
        if (reference.isTextual()) {
            return depth == 0
                    ? JSON.objectNode().put("type", "object")
                    : types(document, component(document, reference), depth - 1);
        }
        ObjectNode types = JSON.objectNode();
        OF_RESULTS.stream().filter(schema::has).forEach(keyword -> types.set(keyword, schema.get(keyword)));
        if (schema.has("properties")) {
            ObjectNode properties = types.putObject("properties");
            schema.get("properties")
                    .properties()
                    .forEach(one -> properties.set(one.getKey(), types(document, one.getValue(), depth)));
        }
        for (String keyword : List.of("items", "additionalProperties")) {
            if (schema.path(keyword).isObject()) {
                types.set(keyword, types(document, schema.get(keyword), depth));
            }
        }
        if (schema.has("oneOf")) {
            ArrayNode forms = types.putArray("oneOf");
            schema.get("oneOf").forEach(form -> forms.add(types(document, form, depth)));
        }
        return types;
    }

    private static ObjectNode component(JsonNode document, JsonNode reference) {
        return (ObjectNode) document.at(reference.textValue().substring(1));
    }
}
