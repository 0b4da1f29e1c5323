package io.tollgate.platform.openapi;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Extracts every object schema that is nested in another into a named component. Code generators invent names for
 * inline schemas, which collide and change with the order of the document. <p>The name consists of the enclosing
 * component and the key ({@code EventDetails} and {@code discounts} give {@code EventDetailsDiscount}), unless {@code
 * names.json} has another one. Equal schemas share the first name.
 */
final class OpenApiComponents {
    private final ObjectNode schemas;
    private final OpenApiProse prose;
    private final Map<ObjectNode, String> names = new HashMap<>();

    OpenApiComponents(ObjectNode schemas, OpenApiProse prose) {
        this.schemas = schemas;
        this.prose = prose;
    }

    /** Extracts the nested objects of all components. */
    void extractAll() {
        List.copyOf(schemas.properties())
                .forEach(named -> extractWithin((ObjectNode) named.getValue(), named.getKey()));
    }

    private void extractWithin(ObjectNode schema, String name) {
        if (schema.get("properties") instanceof ObjectNode properties) {
            List.copyOf(properties.properties())
                    .forEach(property -> properties.set(
                            property.getKey(),
                            extracted((ObjectNode) property.getValue(), name, property.getKey(), false)));
        }
    }

    /** Returns the schema without inline objects: a copy, or a reference if the schema is an object. */
    private ObjectNode extracted(ObjectNode schema, String holder, String key, boolean several) {
        if (schema.has("properties")) {
            return component(schema, holder, key, several);
        }
        if (schema.get("items") instanceof ObjectNode items) {
            schema.set("items", extracted(items, holder, key, true));
        }
        if (schema.get("additionalProperties") instanceof ObjectNode values) {
            schema.set("additionalProperties", extracted(values, holder, key, true));
        }
        if (schema.get("oneOf") instanceof ArrayNode forms) {
            for (int i = 0; i < forms.size(); i++) {
                forms.set(i, extracted((ObjectNode) forms.get(i), holder, key, several));
            }
        }
        return schema;
    }

    /** Returns the component of an object schema. Description and nullability stay at the place that refers to it. */
    private ObjectNode component(ObjectNode schema, String holder, String key, boolean several) {
        JsonNode description = schema.remove("description");
        boolean nullable = schema.get("type").isArray();
        schema.put("type", "object");
        String ownName = prose.name(holder + "." + key, holder + pascal(several ? singular(key) : key));
        extractWithin(schema, ownName);
        String name = names.computeIfAbsent(schema, added -> ownName);
        if (name.equals(ownName)) {
            JsonNode other = schemas.get(name);
            if (other != null && !other.equals(schema)) {
                throw new IllegalStateException(
                        holder + "." + key + " needs a name in names.json: " + name + " exists");
            }
            schemas.set(name, schema);
        }
        ObjectNode reference = OpenApiSchemas.reference(name);
        if (nullable) {
            reference = orNull(reference);
        }
        return description == null ? reference : reference.set("description", description);
    }

    /** Returns the schema of a reference or null. Some generators of clients fail if it is an {@code anyOf}. */
    static ObjectNode orNull(ObjectNode reference) {
        ObjectNode schema = JsonNodeFactory.instance.objectNode();
        schema.putArray("oneOf").add(reference).addObject().put("type", "null");
        return schema;
    }

    /** Returns the reference of a schema that {@link #orNull} returned, or a missing node. */
    static JsonNode nullableReference(JsonNode schema) {
        JsonNode forms = schema.path("oneOf");
        boolean nullable =
                forms.size() == 2 && forms.get(1).path("type").asText().equals("null");
        return forms.path(nullable ? 0 : forms.size()).path("$ref");
    }

    private static String singular(String key) {
        return key.endsWith("s") ? key.substring(0, key.length() - 1) : key;
    }

    private static String pascal(String key) {
        return Character.toUpperCase(key.charAt(0)) + key.substring(1);
    }
}
