package io.tollgate.platform.guide;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Reads JSON schemas into rows for one page. An object within a field is expanded where the page mentions it first;
 * other mentions link there, so that a page grows with its number of schemas only.
 */
public final class SchemaFields {
    private static final int EXAMPLE_MAX = 60;

    /** Words of schemas that bound a value, in pairs, each with the unit of the bound. */
    private static final List<List<String>> RANGES = List.of(
            List.of("minLength", "maxLength", " characters"),
            List.of("minimum", "maximum", ""),
            List.of("minItems", "maxItems", " items"),
            List.of("minProperties", "maxProperties", " entries"));

    private final JsonNode schemas;
    private final ReferenceText text;
    private final UnaryOperator<String> elsewhere;
    private final Set<String> expanded;

    /**
     * A field, parameter or header.
     *
     * @param note such as {@code required}; empty if there is nothing to note
     * @param limits what bounds its values, as text
     * @param nested the object within it, or null
     */
    public record Row(
            String id,
            String name,
            String type,
            String note,
            boolean deprecated,
            String html,
            List<String> values,
            String limits,
            @Nullable Nested nested) {}

    /**
     * An object within a field.
     *
     * @param href the place that describes it, if {@code rows} is empty
     */
    public record Nested(String name, String href, List<Row> rows) {}

    /**
     * Creates a reader for a page.
     *
     * @param elsewhere the page that describes all objects, or an empty string if this page does
     * @param own names of objects that have a section of their own on this page
     */
    SchemaFields(JsonNode schemas, ReferenceText text, String elsewhere, Set<String> own) {
        this(schemas, text, name -> elsewhere, own);
    }

    /** @param elsewhere returns the page that describes an object, or an empty string if this page does */
    SchemaFields(JsonNode schemas, ReferenceText text, UnaryOperator<String> elsewhere, Set<String> own) {
        this.schemas = schemas;
        this.text = text;
        this.elsewhere = elsewhere;
        this.expanded = new HashSet<>(own);
    }

    /** Returns the fields of a schema. */
    List<Row> of(String name) {
        JsonNode schema = schemas.path(name);
        Set<String> required =
                schema.path("required").valueStream().map(JsonNode::asText).collect(Collectors.toSet());
        // Requests forbid other fields; records contain every field.
        boolean request = schema.path("additionalProperties").isBoolean();
        List<Row> rows = new ArrayList<>();
        schema.path("properties").properties().forEach(property -> {
            boolean listed = required.contains(property.getKey());
            String note = request == listed ? (request ? "required" : "can be absent") : "";
            rows.add(row(name + "." + property.getKey(), property.getKey(), property.getValue(), note));
        });
        return rows;
    }

    /** Returns a parameter of an operation. */
    Row parameter(String operation, JsonNode parameter) {
        String name = parameter.path("name").asText();
        String note =
                parameter.path("in").asText() + (parameter.path("required").asBoolean() ? ", required" : "");
        JsonNode schema = parameter.path("schema");
        return new Row(
                operation + "." + name,
                name,
                type(schema),
                note,
                parameter.path("deprecated").asBoolean(),
                text.inline(parameter.path("description").asText()),
                values(schema),
                limits(schema),
                null);
    }

    private Row row(String id, String name, JsonNode schema, String note) {
        return new Row(
                id,
                name,
                type(schema),
                note,
                schema.path("deprecated").asBoolean(),
                text.inline(schema.path("description").asText()),
                values(schema),
                limits(schema),
                nested(schema));
    }

    private @Nullable Nested nested(JsonNode schema) {
        String name = reference(schema);
        if (name.isEmpty() || schemas.path(name).path("properties").isEmpty()) {
            return null;
        }
        String page = elsewhere.apply(name);
        if (!page.isEmpty()) {
            return new Nested(name, page + "#" + name, List.of());
        }
        return expanded.add(name) ? new Nested(name, "", of(name)) : new Nested(name, "#" + name, List.of());
    }

    /** Returns the name of the schema that a schema refers to, directly or within a list, a map or a choice. */
    static String reference(JsonNode schema) {
        if (schema.has("$ref")) {
            String target = schema.get("$ref").asText();
            return target.substring(target.lastIndexOf('/') + 1);
        }
        for (String part : List.of("items", "additionalProperties", "anyOf", "oneOf", "allOf")) {
            for (JsonNode inner : alternatives(schema.path(part))) {
                String found = reference(inner);
                if (!found.isEmpty()) {
                    return found;
                }
            }
        }
        return "";
    }

    private static List<JsonNode> alternatives(JsonNode part) {
        return part.isArray() ? part.valueStream().toList() : part.isObject() ? List.of(part) : List.of();
    }

    /** Returns the type of a schema in words. */
    static String type(JsonNode schema) {
        if (schema.has("$ref")) {
            return reference(schema);
        }
        for (String choice : List.of("anyOf", "oneOf", "allOf")) {
            if (schema.has(choice)) {
                return schema.get(choice).valueStream().map(SchemaFields::type).collect(Collectors.joining(" or "));
            }
        }
        JsonNode type = schema.path("type");
        List<String> types =
                type.isArray() ? type.valueStream().map(JsonNode::asText).toList() : List.of(type.asText("any"));
        return types.stream().map(each -> typed(each, schema)).collect(Collectors.joining(" or "));
    }

    private static String typed(String type, JsonNode schema) {
        return switch (type) {
            case "array" -> "list of " + type(schema.path("items"));
            case "object" ->
                schema.path("additionalProperties").isObject()
                        ? "map of " + type(schema.path("additionalProperties"))
                        : type;
            case "string" ->
                schema.has("format") ? "string (" + schema.get("format").asText() + ")" : type;
            default -> type;
        };
    }

    private static List<String> values(JsonNode schema) {
        JsonNode source = schema.has("items") ? schema.get("items") : schema;
        return source.path("enum")
                .valueStream()
                .filter(value -> !value.isNull())
                .map(JsonNode::asText)
                .toList();
    }

    private static String limits(JsonNode schema) {
        List<String> limits = new ArrayList<>();
        for (List<String> range : RANGES) {
            JsonNode least = schema.path(range.get(0));
            JsonNode most = schema.path(range.get(1));
            if (!most.isMissingNode()) {
                limits.add(
                        (least.isMissingNode() ? "at most " : least.asText() + " to ") + most.asText() + range.get(2));
            } else if (!least.isMissingNode()) {
                limits.add("at least " + least.asText() + range.get(2));
            }
        }
        if (schema.has("pattern")) {
            limits.add("pattern " + schema.get("pattern").asText());
        }
        JsonNode example = schema.path("examples").path(0);
        boolean telling = example.isNumber() || example.isTextual();
        if (telling && values(schema).isEmpty() && example.asText().length() <= EXAMPLE_MAX) {
            limits.add("example " + example.asText());
        }
        return String.join(" · ", limits);
    }
}
