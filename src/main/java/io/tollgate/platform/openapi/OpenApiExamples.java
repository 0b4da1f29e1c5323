package io.tollgate.platform.openapi;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.api.Endpoint;
import io.tollgate.platform.input.Body;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Adds an example to every property of the component schemas. The examples come from recorded requests and responses
 * that describe one seller, so that ids refer to each other and amounts add up.
 *
 * <p>The example of a property is its first value in the recorded documents, in the order of the schemas. A property of
 * a request body that no recorded request has takes its value from the record that the request writes. {@code
 * more.json} has examples of properties that are null in all recorded documents.
 */
final class OpenApiExamples {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private final JsonNode responses;
    private final ObjectNode schemas;
    private final OpenApiProse prose;
    /** Properties that have an example from a recorded document, by identity. */
    private final Set<JsonNode> recorded = Collections.newSetFromMap(new IdentityHashMap<>());

    OpenApiExamples(JsonNode components, OpenApiProse prose) {
        this.responses = components.get("responses");
        this.schemas = (ObjectNode) components.get("schemas");
        this.prose = prose;
    }

    /** @param others further examples, by the names of their schemas */
    void addTo(List<Endpoint> endpoints, Map<String, List<JsonNode>> others) {
        for (Endpoint endpoint : endpoints) {
            visit(body(endpoint), body(endpoint).example());
        }
        schemas.fieldNames()
                .forEachRemaining(name -> prose.examples(name).forEach(example -> visit(schemas.get(name), example)));
        Set<String> answered = new HashSet<>();
        for (Endpoint endpoint : endpoints) {
            prose.examples(OpenApiSchemas.name(endpoint.resource())).forEach(example -> visit(body(endpoint), example));
            if (!endpoint.isFile() && answered.add(OpenApiAnswers.name(endpoint))) {
                visit(schemas.get(OpenApiAnswers.name(endpoint)), answer(endpoint));
            }
        }
        for (JsonNode response : responses) {
            JsonNode content = response.at("/content/application~1json");
            visit(content.path("schema"), content.path("example"));
        }
        others.forEach((name, examples) -> examples.forEach(example -> visit(schemas.get(name), example)));
        schemas.properties().forEach(schema -> addOthers(schema.getKey(), schema.getValue()));
    }

    private static Body body(Endpoint endpoint) {
        return endpoint.writing() == null ? Body.NONE : endpoint.writing().body();
    }

    private void visit(Body body, JsonNode example) {
        if (body.hasFields()) {
            visit(schemas.get(body.name()), example);
        }
    }

    /** The successful response with the first recorded document. */
    private JsonNode answer(Endpoint endpoint) {
        List<JsonNode> documents = prose.examples(OpenApiAnswers.record(endpoint));
        JsonNode first = documents.isEmpty() ? written(endpoint) : documents.get(0);
        return switch (endpoint.shape()) {
            case LIST, WHOLE_LIST -> {
                ObjectNode list = JSON.objectNode().put("total", 1).put("has_more", false);
                list.putArray("data").add(first);
                yield list;
            }
            case FEED -> {
                ObjectNode page = JSON.objectNode();
                page.putArray("data").add(first);
                long position = first.path("position").asLong();
                yield page.put("next", position).put("has_more", false).put("last", position);
            }
            case RECORD -> JSON.objectNode().set("data", first);
            case BARE, DOCUMENT, ARCHIVE -> first;
        };
    }

    /** The document that is written down, of records that cannot be recorded. */
    private JsonNode written(Endpoint endpoint) {
        JsonNode document = prose.otherExample(OpenApiAnswers.record(endpoint) + "Response.data");
        return document == null ? JSON.nullNode() : document;
    }

    private void addOthers(String name, JsonNode schema) {
        schema.path("properties").properties().forEach(property -> {
            boolean has = recorded.contains(property.getValue());
            JsonNode example = has ? null : prose.otherExample(name + "." + property.getKey());
            if (example != null) {
                ((ObjectNode) property.getValue()).putArray("examples").add(example);
            }
        });
    }

    /** Adds the members of a value as examples of the properties of its schema that have none yet. */
    private void visit(JsonNode schema, JsonNode value) {
        JsonNode resolved = resolve(schema);
        if (resolved.has("oneOf")) {
            resolved.get("oneOf").forEach(form -> {
                if (fits(form, value)) {
                    visit(form, value);
                }
            });
        } else if (value.isArray() && resolved.has("items")) {
            value.forEach(item -> visit(resolved.get("items"), item));
        } else if (value.isObject() && resolved.has("properties")) {
            resolved.get("properties")
                    .properties()
                    .forEach(
                            property -> visitProperty((ObjectNode) property.getValue(), value.path(property.getKey())));
        } else if (value.isObject() && resolved.path("additionalProperties").isObject()) {
            value.forEach(item -> visit(resolved.get("additionalProperties"), item));
        }
    }

    private void visitProperty(ObjectNode property, JsonNode value) {
        boolean empty = value.isTextual() ? value.textValue().isEmpty() : value.isContainerNode() && value.isEmpty();
        if (value.isMissingNode() || value.isNull() || empty) {
            return;
        }
        if (!recorded.contains(property) && fits(property, value)) {
            property.putArray("examples").add(value);
            recorded.add(property);
        }
        visit(property, value);
    }

    /** Whether a value has the types and enum values of a schema. A body has no properties but those of its schema. */
    private boolean fits(JsonNode schema, JsonNode value) {
        JsonNode resolved = resolve(schema);
        if (resolved.has("oneOf")) {
            return resolved.get("oneOf").valueStream().anyMatch(form -> fits(form, value));
        }
        if (value.isNull()) {
            return isNullable(schema) || isNullable(resolved);
        }
        if (resolved.has("type") && !isOfType(resolved.get("type"), value)) {
            return false;
        }
        if (resolved.has("enum")) {
            return resolved.get("enum").valueStream().anyMatch(value::equals);
        }
        if (value.isArray()) {
            return value.valueStream().allMatch(item -> fits(resolved.path("items"), item));
        }
        JsonNode others = resolved.path("additionalProperties");
        return value.propertyStream().allMatch(member -> {
            JsonNode property = resolved.path("properties").path(member.getKey());
            return fits(property.isMissingNode() && others.isObject() ? others : property, member.getValue())
                    && (property.isObject() || !others.isBoolean());
        });
    }

    private static boolean isNullable(JsonNode schema) {
        return !OpenApiComponents.nullableReference(schema).isMissingNode()
                || !schema.has("type")
                || contains(schema.get("type"), "null");
    }

    private static boolean isOfType(JsonNode types, JsonNode value) {
        return switch (value.getNodeType()) {
            case STRING -> contains(types, "string");
            case BOOLEAN -> contains(types, "boolean");
            case NUMBER -> contains(types, "number") || (value.isIntegralNumber() && contains(types, "integer"));
            case ARRAY -> contains(types, "array");
            default -> contains(types, "object");
        };
    }

    private static boolean contains(JsonNode types, String type) {
        return types.isArray()
                ? types.valueStream().anyMatch(each -> each.asText().equals(type))
                : types.asText().equals(type);
    }

    /** The schema that a property refers to, alone or beside null, or else the schema itself. */
    private JsonNode resolve(JsonNode schema) {
        JsonNode reference = OpenApiComponents.nullableReference(schema);
        String target = (reference.isMissingNode() ? schema.path("$ref") : reference).asText();
        return target.isEmpty() ? schema : schemas.get(target.substring(target.lastIndexOf('/') + 1));
    }
}
