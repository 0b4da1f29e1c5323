package io.tollgate.platform.openapi;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.api.Endpoint;
import io.tollgate.platform.input.Body;
import io.tollgate.platform.resource.FilterValues;
import io.tollgate.platform.resource.Resource;
import io.tollgate.platform.schema.Field;
import io.tollgate.platform.schema.Type;
import io.tollgate.platform.schema.View;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * The schemas of all records and request bodies, from their declared fields. An object that several records contain is
 * described once and referred to. Each property has the description of its declaration, beside its {@code $ref} if it
 * has one.
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
        resources.stream()
                .filter(resource -> !resource.fields().isEmpty())
                .forEach(resource ->
                        add(component(name(resource)), Type.object(resource.fields()), prose.resource(resource)));
        others.forEach(other -> add(other.name(), Type.object(other.fields()).in(View.READ), other.description()));
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
        return pascal(resource.noun().toLowerCase(Locale.ROOT));
    }

    /** Returns the name of the component for a name. A type {@code File} would hide that of browsers in TypeScript. */
    static String component(String name) {
        return name.equals("File") ? "StoredFile" : name;
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

    /** Adds all named schemas: first those of records, then those of request bodies. */
    void addTo(ObjectNode components, List<Endpoint> endpoints) {
        names.forEach((type, name) -> {
            ObjectNode schema = JSON.objectNode().put("type", "object").put("description", descriptions.get(name));
            readProperties(schema, type, new Place(List.of(name), "", ""));
            components.set(name, schema);
        });
        for (Endpoint endpoint : endpoints) {
            Body body =
                    endpoint.writing() == null ? Body.NONE : endpoint.writing().body();
            if (body.hasFields() && !components.has(body.name())) {
                components.set(body.name(), body(body, name(endpoint.resource())));
            }
        }
    }

    private ObjectNode body(Body body, String record) {
        ObjectNode schema = written(body.fields(), new Place(List.of(body.name(), record), "", ""));
        return body.empty() ? schema : schema.put("minProperties", 1);
    }

    /** How an operation describes its body. */
    static ObjectNode body(Body body) {
        ObjectNode content = JSON.objectNode();
        content.set("schema", reference(body.name()));
        content.set("example", body.example());
        ObjectNode reference = JSON.objectNode().put("required", !body.optional());
        reference.putObject("content").set(body.form() ? "multipart/form-data" : "application/json", content);
        return reference;
    }

    /** The place of a field: in which named schemas, under which path, in which field. */
    private record Place(List<String> schemas, String path, String parent) {
        Place in(String field) {
            return new Place(schemas, path + field + ".", field);
        }

        /** The names under which a field here may be described, the narrowest first. */
        List<String> names(String field) {
            List<String> names = new ArrayList<>();
            schemas.forEach(schema -> names.add(schema + "." + path + field));
            names.add(parent + "." + field);
            names.add(field);
            return names;
        }

        boolean isTop() {
            return path.isEmpty();
        }
    }

    private void readProperties(ObjectNode schema, Type type, Place place) {
        ObjectNode properties = schema.putObject("properties");
        ArrayNode required = JSON.arrayNode();
        for (Field field : type.fields()) {
            boolean everywhere = place.isTop() && NEVER_NULL.contains(field.name());
            boolean nullable = !everywhere && !field.valued() && !field.maybeAbsent();
            ObjectNode property = read(field.type(), nullable, place.in(field.name()));
            describe(property, field);
            JsonNode example = field.doc().example() == null
                    ? prose.field(place.names(field.name()))
                    : field.doc().example();
            if (example != null) {
                property.putArray("examples").add(example);
            }
            if (field.doc().deprecated()) {
                property.put("deprecated", true);
            }
            properties.set(field.name(), property);
            // openapi-generator's client for Java reads a required enum without looking for null, however it is
            // written.
            boolean nullableEnum = nullable && !field.type().values().isEmpty();
            if (!field.maybeAbsent() && !nullableEnum) {
                required.add(field.name());
            }
        }
        schema.set("required", required);
    }

    private ObjectNode written(List<Field> fields, Place place) {
        ObjectNode schema = JSON.objectNode().put("type", "object");
        ObjectNode properties = schema.putObject("properties");
        ArrayNode required = JSON.arrayNode();
        for (Field field : fields) {
            ObjectNode property = written(field.type(), place.in(field.name()));
            describe(property, field);
            properties.set(field.name(), field.clearable() ? withNull(property) : property);
            if (field.required()) {
                required.add(field.name());
            }
        }
        if (!required.isEmpty()) {
            schema.set("required", required);
        }
        return schema.put("additionalProperties", false);
    }

    /** Adds the description of a field beside its schema or its {@code $ref}; amounts name their unit. */
    private static void describe(ObjectNode property, Field field) {
        String description = field.doc().description();
        if (description != null) {
            property.put("description", isMoney(field.type()) ? description + " " + unit(field) : description);
        }
    }

    private static boolean isMoney(Type type) {
        return type.kind() == Type.Kind.MONEY || (type.kind() == Type.Kind.MAP && isMoney(type.element()));
    }

    private static String unit(Field field) {
        return field.name().endsWith("Usd") ? "In US cents." : "In the smallest unit of the currency.";
    }

    private ObjectNode read(Type type, boolean nullable, Place place) {
        String name = type.kind() == Type.Kind.OBJECT ? names.get(type) : null;
        if (name != null) {
            return nullable ? OpenApiComponents.orNull(reference(name)) : reference(name);
        }
        ObjectNode schema = value(type, nullable && (type.kind() != Type.Kind.LIST || type.isNeverEmpty()));
        switch (type.kind()) {
            case OBJECT -> readProperties(schema, type, place);
            case LIST -> schema.set("items", read(type.element(), false, place));
            case MAP -> schema.set("additionalProperties", read(type.element(), true, place));
            case ID, TIME -> schema.putArray("examples").add(FilterValues.sample(type));
            case MONEY -> schema.put("format", "int64");
            default -> {}
        }
        return schema;
    }

    private ObjectNode written(Type type, Place place) {
        ObjectNode schema = value(type, false);
        return switch (type.kind()) {
            case LINE, PROSE -> bounded(type);
            case URL, EMAIL -> schema.put("maxLength", type.max());
            case INTEGER, MONEY, NUMBER -> schema.put("minimum", type.min()).put("maximum", type.max());
            case OBJECT -> written(type.fields(), place);
            case LIST ->
                schema.put("minItems", type.min())
                        .put("maxItems", type.max())
                        .set("items", written(type.element(), place));
            case MAP ->
                schema.put("minProperties", type.min())
                        .put("maxProperties", type.max())
                        .set("additionalProperties", written(type.element(), place));
            case TEXT_OR_OBJECT -> {
                ObjectNode either = JSON.objectNode();
                either.putArray("oneOf").add(bounded(type)).add(written(type.element(), place));
                yield either;
            }
            default -> schema;
        };
    }

    private static ObjectNode bounded(Type type) {
        ObjectNode schema = of("string", false).put("minLength", type.min()).put("maxLength", type.max());
        return type.pattern() == null
                ? schema
                : schema.put("pattern", "^(?:" + type.pattern().pattern() + ")$");
    }

    /** A value without its bounds: of a record, or of a parameter. */
    static ObjectNode value(Type type, boolean nullable) {
        return switch (type.kind()) {
            case TEXT, CODE, LINE, PROSE, TEXT_OR_OBJECT -> of("string", nullable);
            case ID -> of("string", nullable).put("pattern", "^[0-9a-fA-F]{24}$");
            case EMAIL -> of("string", nullable).put("format", "email").put("maxLength", Type.EMAIL_MAX);
            case URL -> of("string", nullable).put("format", "uri");
            case FILE -> of("string", nullable).put("format", "binary");
            case TIME -> of("string", nullable).put("format", "date-time");
            case ENUM, CHOICE -> {
                ObjectNode schema = of("string", false);
                ArrayNode values = schema.putArray("enum");
                type.values().forEach(values::add);
                yield nullable ? withNull(schema) : schema;
            }
            case MONEY, INTEGER -> of("integer", nullable);
            case NUMBER -> of("number", nullable);
            case BOOLEAN -> of("boolean", nullable);
            case OBJECT, MAP -> of("object", nullable);
            case LIST -> of("array", nullable);
            case ANY -> JSON.objectNode().put("description", "Free-form JSON.");
        };
    }

    private static ObjectNode withNull(ObjectNode schema) {
        String type = schema.get("type").textValue();
        schema.putArray("type").add(type).add("null");
        if (schema.get("enum") instanceof ArrayNode values) {
            values.addNull();
        }
        return schema;
    }

    private static ObjectNode of(String type, boolean nullable) {
        ObjectNode schema = JSON.objectNode().put("type", type);
        return nullable ? withNull(schema) : schema;
    }
}
