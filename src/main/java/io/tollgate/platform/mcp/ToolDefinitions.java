package io.tollgate.platform.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.api.Endpoint;
import io.tollgate.platform.api.EventPayload;
import io.tollgate.platform.input.Request;
import io.tollgate.platform.openapi.OpenApi;
import io.tollgate.platform.resource.ListRequest;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** The definitions of tools, derived from the OpenAPI document: arguments, results and hints. */
final class ToolDefinitions {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    /** The definitions as JSON. All event loops have the same endpoints. */
    private static final AtomicReference<@Nullable String> RENDERED = new AtomicReference<>();

    /** The response, and the record in it. */
    private static final int RESULT_DEPTH = 2;

    private static final String TWO_STEPS =
            "\n\nThe first call changes nothing: it returns what would be returned, and a confirmationToken.";

    private final List<Endpoint> endpoints;
    private final List<EventPayload> apart;
    private final Tools tools;

    /** @param apart events about records that no resource declares */
    ToolDefinitions(List<Endpoint> endpoints, List<EventPayload> apart, Tools tools) {
        this.endpoints = endpoints;
        this.apart = apart;
        this.tools = tools;
    }

    /** Returns the definitions of all tools as a JSON array. The first call derives them on a worker. */
    Future<String> json(Vertx vertx) {
        String known = RENDERED.get();
        return known != null ? Future.succeededFuture(known) : vertx.executeBlocking(this::render, false);
    }

    private String render() {
        JsonNode document = new OpenApi(endpoints, apart).tree();
        ArrayNode list = JSON.arrayNode();
        tools.all().forEach(tool -> list.add(definition(document, tool)));
        String json = list.toString();
        RENDERED.set(json);
        return json;
    }

    private static ObjectNode definition(JsonNode document, Tool tool) {
        Endpoint endpoint = tool.endpoint();
        JsonNode operation = document.path("paths")
                .path(endpoint.path())
                .path(endpoint.method().name().toLowerCase(Locale.ROOT));
        String description = operation.path("description").asText();
        ObjectNode definition = JSON.objectNode()
                .put("name", tool.name())
                .put("title", endpoint.summary())
                .put("description", endpoint.summary() + ". " + description + (tool.writes() ? TWO_STEPS : ""));
        definition.set("inputSchema", input(document, operation, tool));
        definition.set("outputSchema", output(document, operation, tool));
        definition
                .putObject("annotations")
                .put("readOnlyHint", !tool.writes())
                .put("destructiveHint", tool.destroys())
                .put("openWorldHint", false);
        return definition;
    }

    private static ObjectNode input(JsonNode document, JsonNode operation, Tool tool) {
        ObjectNode schema = JSON.objectNode().put("type", "object");
        ObjectNode properties = schema.putObject("properties");
        ArrayNode required = JSON.arrayNode();
        for (JsonNode parameter : operation.path("parameters")) {
            JsonNode resolved = parameter.has("$ref")
                    ? document.at(parameter.get("$ref").textValue().substring(1))
                    : parameter;
            if (isArgument(resolved)) {
                ObjectNode property = resolved.get("schema").deepCopy();
                add(
                        properties,
                        resolved.get("name").textValue(),
                        property.set("description", resolved.get("description")));
                if (resolved.path("required").asBoolean()) {
                    required.add(resolved.get("name"));
                }
            }
        }
        JsonNode body = operation.at("/requestBody/content/application~1json/schema/$ref");
        if (body.isTextual()) {
            JsonNode declared = document.at(body.textValue().substring(1));
            declared.get("properties")
                    .properties()
                    .forEach(field ->
                            add(properties, field.getKey(), field.getValue().deepCopy()));
            declared.path("required").forEach(required::add);
        }
        if (tool.writes()) {
            add(properties, Confirmations.ARGUMENT, token());
        }
        if (!required.isEmpty()) {
            schema.set("required", required);
        }
        return Definitions.complete(document, schema.put("additionalProperties", false));
    }

    private static boolean isArgument(JsonNode parameter) {
        String name = parameter.get("name").textValue();
        return !parameter.get("in").textValue().equals("header")
                && !name.equals(Request.DRY_RUN)
                && !ListRequest.CSV_ONLY.contains(name);
    }

    private static void add(ObjectNode properties, String name, JsonNode property) {
        if (properties.putIfAbsent(name, property) != null) {
            throw new IllegalStateException("two arguments have the name " + name);
        }
    }

    private static ObjectNode token() {
        return JSON.objectNode()
                .put("type", "string")
                .put(
                        "description",
                        "Confirms the change: the token that the first call with these arguments returned.");
    }

    private static ObjectNode output(JsonNode document, JsonNode operation, Tool tool) {
        int status = tool.endpoint().writing() == null
                ? 200
                : tool.endpoint().writing().status();
        JsonNode response =
                operation.path("responses").path(Integer.toString(status)).at("/content/application~1json/schema");
        ObjectNode types = Definitions.types(document, response, RESULT_DEPTH);
        if (!tool.writes()) {
            return types;
        }
        ObjectNode schema = JSON.objectNode().put("type", "object");
        ObjectNode properties = schema.putObject("properties");
        properties
                .putObject("status")
                .put("type", "string")
                .putArray("enum")
                .add("confirmation_required")
                .add("done");
        properties.putObject("message").put("type", "string");
        properties.putObject(Confirmations.ARGUMENT).put("type", "string");
        properties.putObject("expiresAt").put("type", "string").put("format", "date-time");
        properties.set("response", types);
        schema.putArray("required").add("status").add("response");
        return schema;
    }
}
