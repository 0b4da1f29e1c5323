package io.tollgate.openapi;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.api.Endpoint;
import io.tollgate.resource.Field;
import io.tollgate.resource.Resource;
import io.tollgate.resource.Type;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The schemas of all records, from their declared fields. An object that several records hold is
 * described once and referred to.
 */
final class OpenApiSchemas {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    /** Fields of a record that the database or its scope never leaves without a value. */
    private static final Set<String> NEVER_NULL =
            Set.of("id", "sellerId", "livemode", "status", "createdAt", "updatedAt");

    private final OpenApiProse prose;
    private final Map<Type, String> names = new LinkedHashMap<>();
    private final Map<String, String> descriptions = new LinkedHashMap<>();

    OpenApiSchemas(OpenApiProse prose, List<Resource> resources, List<Endpoint.Schema> others) {
        this.prose = prose;
        resources.forEach(resource -> add(name(resource), Type.object(resource.fields()), prose.resource(resource)));
        others.forEach(other -> add(other.name(), Type.object(other.fields()), other.description()));
        prose.schemas()
                .properties()
                .forEach(shared -> add(
                        shared.getKey(),
                        at(resources, shared.getValue().get("at").textValue()),
                        shared.getValue().get("description").textValue()));
    }

    private void add(String name, Type type, String description) {
        String other = names.putIfAbsent(type, name);
        if (other != null || descriptions.put(name, description) != null) {
            throw new IllegalStateException(name + " is named already" + (other == null ? "" : ", as " + other));
        }
    }

    /** The object at a place like {@code payments.billing.address}. */
    private static Type at(List<Resource> resources, String place) {
        String[] steps = place.split("\\.");
        Type type = resources.stream()
                .filter(resource -> resource.name().equals(steps[0]))
                .map(resource -> Type.object(resource.fields()))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no resource at " + place));
        for (String step : List.of(steps).subList(1, steps.length)) {
            type = type.fields().stream()
                    .filter(field -> field.name().equals(step))
                    .map(field -> field.type().item() == null
                            ? field.type()
                            : field.type().element())
                    .findFirst()
                    .orElseThrow(() -> new IllegalStateException("nothing at " + place));
        }
        return type;
    }

    /** The name of a record's schema: its noun, as one word. */
    static String name(Resource resource) {
        return pascal(resource.noun());
    }

    static String pascal(String words) {
        StringBuilder name = new StringBuilder();
        for (String word : words.split("[ -]")) {
            name.append(Character.toUpperCase(word.charAt(0))).append(word.substring(1));
        }
        return name.toString();
    }

    static ObjectNode reference(String name) {
        return JSON.objectNode().put("$ref", "#/components/schemas/" + name);
    }

    /** All named schemas, records first. */
    void addTo(ObjectNode components) {
        names.forEach((type, name) -> {
            ObjectNode schema = JSON.objectNode().put("type", "object").put("description", descriptions.get(name));
            properties(schema, type, new Place(name, "", ""));
            components.set(name, schema);
        });
    }

    /** Where a field stands: in which named schema, under which path, in which field. */
    private record Place(String schema, String path, String parent) {
        Place in(String field) {
            return new Place(schema, path + field + ".", field);
        }

        /** The names under which a field here may be described, the narrowest first. */
        List<String> names(String field) {
            return List.of(schema + "." + path + field, parent + "." + field, field);
        }

        boolean isTop() {
            return path.isEmpty();
        }
    }

    private void properties(ObjectNode schema, Type type, Place place) {
        ObjectNode properties = schema.putObject("properties");
        ArrayNode required = JSON.arrayNode();
        for (Field field : type.fields()) {
            boolean everywhere = place.isTop() && NEVER_NULL.contains(field.name());
            boolean nullable = !everywhere && !field.valued() && !field.maybeAbsent();
            ObjectNode property = of(field.type(), nullable, place.in(field.name()));
            describe(property, prose.field(place.names(field.name())), field.type());
            properties.set(field.name(), property);
            if (!field.maybeAbsent()) {
                required.add(field.name());
            }
        }
        schema.set("required", required);
    }

    private static void describe(ObjectNode property, @Nullable JsonNode written, Type type) {
        if (type.kind() == Type.Kind.MONEY) {
            property.put("description", "In the smallest unit of the currency.");
        }
        if (written == null) {
            return;
        }
        if (written.has("description")) {
            String unit = type.kind() == Type.Kind.MONEY
                    ? " " + property.get("description").textValue()
                    : "";
            property.put("description", written.get("description").textValue() + unit);
        }
        if (written.has("example")) {
            property.putArray("examples").add(written.get("example"));
        }
        if (written.has("deprecated")) {
            property.put("deprecated", true);
        }
    }

    private ObjectNode of(Type type, boolean nullable, Place place) {
        String name = type.kind() == Type.Kind.OBJECT ? names.get(type) : null;
        if (name != null) {
            return nullable ? orNull(reference(name)) : reference(name);
        }
        ObjectNode schema = value(type, nullable);
        switch (type.kind()) {
            case OBJECT -> properties(schema, type, place);
            case LIST -> schema.set("items", of(type.element(), false, place));
            case MAP -> schema.set("additionalProperties", of(type.element(), true, place));
            case ID, TIME -> schema.putArray("examples").add(type.sample());
            default -> {}
        }
        return schema;
    }

    private static ObjectNode orNull(ObjectNode reference) {
        ObjectNode schema = JSON.objectNode();
        schema.putArray("anyOf").add(reference).addObject().put("type", "null");
        return schema;
    }

    /** A value that holds no others: of a field, or of a parameter. */
    static ObjectNode value(Type type, boolean nullable) {
        return switch (type.kind()) {
            case ID -> of("string", nullable).put("pattern", "^[0-9a-fA-F]{24}$");
            case TEXT, CODE -> of("string", nullable);
            case EMAIL -> of("string", nullable).put("format", "email").put("maxLength", Type.EMAIL_MAX);
            case ENUM -> {
                ObjectNode schema = of("string", nullable);
                ArrayNode values = schema.putArray("enum");
                type.values().forEach(values::add);
                yield nullable ? withNull(schema, values) : schema;
            }
            case MONEY -> of("integer", nullable).put("format", "int64");
            case INTEGER -> of("integer", nullable);
            case NUMBER -> of("number", nullable);
            case BOOLEAN -> of("boolean", nullable);
            case TIME -> of("string", nullable).put("format", "date-time");
            case OBJECT, MAP -> of("object", nullable);
            case LIST -> of("array", false);
            case ANY -> JSON.objectNode().put("description", "Free-form JSON.");
        };
    }

    private static ObjectNode withNull(ObjectNode schema, ArrayNode values) {
        values.addNull();
        return schema;
    }

    private static ObjectNode of(String type, boolean nullable) {
        ObjectNode schema = JSON.objectNode();
        if (nullable) {
            schema.putArray("type").add(type).add("null");
        } else {
            schema.put("type", type);
        }
        return schema;
    }
}
