package io.tollgate.openapi;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.api.Endpoint;
import io.tollgate.input.Body;
import io.tollgate.input.Key;
import io.tollgate.input.Value;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The schemas of all request bodies, from their definitions. A key is described by the words for the
 * field of the record that it sets, where it has none of its own.
 */
final class OpenApiBodies {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private final OpenApiProse prose;

    OpenApiBodies(OpenApiProse prose) {
        this.prose = prose;
    }

    /** What an operation says of its body. */
    static ObjectNode reference(Body body) {
        ObjectNode content = JSON.objectNode();
        content.set("schema", OpenApiSchemas.reference(body.name()));
        content.set("example", body.example());
        ObjectNode reference = JSON.objectNode().put("required", !body.optional());
        reference.putObject("content").set(body.form() ? "multipart/form-data" : "application/json", content);
        return reference;
    }

    void addTo(ObjectNode components, List<Endpoint> endpoints) {
        Set<String> added = new HashSet<>();
        for (Endpoint endpoint : endpoints) {
            if (endpoint.writing() != null && endpoint.writing().body().takesAny()) {
                Body body = endpoint.writing().body();
                if (added.add(body.name())) {
                    components.set(body.name(), schema(body, OpenApiSchemas.name(endpoint.resource())));
                }
            }
        }
    }

    private ObjectNode schema(Body body, String record) {
        ObjectNode schema = object(body.keys(), new Place(body.name(), record, "", ""));
        return body.empty() ? schema : schema.put("minProperties", 1);
    }

    /** Where a key stands: in which body, that sets which record, under which path, in which key. */
    private record Place(String body, String record, String path, String parent) {
        Place in(String key) {
            return new Place(body, record, path + key + ".", key);
        }

        /** The names under which a key here may be described, the narrowest first. */
        List<String> names(String key) {
            return List.of(body + "." + path + key, record + "." + path + key, parent + "." + key, key);
        }
    }

    private ObjectNode object(List<Key> keys, Place place) {
        ObjectNode schema = JSON.objectNode().put("type", "object");
        ObjectNode properties = schema.putObject("properties");
        ArrayNode required = JSON.arrayNode();
        for (Key key : keys) {
            ObjectNode property = value(key.value(), place.in(key.name()));
            JsonNode written = prose.field(place.names(key.name()));
            if (written != null && written.has("description")) {
                property.set("description", written.get("description"));
            }
            properties.set(key.name(), key.clearable() ? orNull(property) : property);
            if (key.required()) {
                required.add(key.name());
            }
        }
        if (!required.isEmpty()) {
            schema.set("required", required);
        }
        return schema.put("additionalProperties", false);
    }

    private static ObjectNode orNull(ObjectNode schema) {
        String type = schema.get("type").textValue();
        schema.putArray("type").add(type).add("null");
        if (schema.get("enum") instanceof ArrayNode values) {
            values.addNull();
        }
        return schema;
    }

    private ObjectNode value(Value value, Place place) {
        return switch (value.kind()) {
            case LINE, PROSE -> text(value);
            case EMAIL -> of("string").put("format", "email").put("maxLength", value.max());
            case URL -> of("string").put("format", "uri").put("maxLength", value.max());
            case ID -> of("string").put("pattern", "^[0-9a-fA-F]{24}$");
            case TIME -> of("string").put("format", "date-time");
            case FILE -> of("string").put("format", "binary");
            case BOOLEAN -> of("boolean");
            case INTEGER -> of("integer").put("minimum", value.min()).put("maximum", value.max());
            case NUMBER -> of("number").put("minimum", value.min()).put("maximum", value.max());
            case ENUM -> {
                ObjectNode schema = of("string");
                ArrayNode values = schema.putArray("enum");
                value.values().forEach(values::add);
                yield schema;
            }
            case OBJECT -> object(value.keys(), place);
            case LIST ->
                of("array")
                        .put("minItems", value.min())
                        .put("maxItems", value.max())
                        .set("items", value(value.element(), place));
            case TEXT_OR_OBJECT -> {
                ObjectNode either = JSON.objectNode();
                either.putArray("oneOf").add(text(value)).add(value(value.element(), place));
                yield either;
            }
            case MAP ->
                of("object")
                        .put("minProperties", value.min())
                        .put("maxProperties", value.max())
                        .set("additionalProperties", value(value.element(), place));
        };
    }

    private static ObjectNode text(Value value) {
        ObjectNode schema = of("string").put("minLength", value.min()).put("maxLength", value.max());
        return value.pattern() == null
                ? schema
                : schema.put("pattern", "^(?:" + value.pattern().pattern() + ")$");
    }

    private static ObjectNode of(String type) {
        return JSON.objectNode().put("type", type);
    }
}
