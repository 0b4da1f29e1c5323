package io.tollgate.support;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.json.JsonObject;
import io.vertx.json.schema.Draft;
import io.vertx.json.schema.JsonSchema;
import io.vertx.json.schema.JsonSchemaOptions;
import io.vertx.json.schema.OutputFormat;
import io.vertx.json.schema.OutputUnit;
import io.vertx.json.schema.SchemaRepository;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The schemas that the published document has for the payloads of webhooks. */
public final class PayloadSchemas {
    private static final String BASE = "https://tollgate.example/openapi.json";

    private static final JsonSchemaOptions OPTIONS = new JsonSchemaOptions()
            .setBaseUri("https://tollgate.example")
            .setDraft(Draft.DRAFT202012)
            .setOutputFormat(OutputFormat.Basic);

    private final JsonNode webhooks;
    private final SchemaRepository repository;

    /** @param api of anyone */
    public PayloadSchemas(TestApi api) {
        ObjectNode document = (ObjectNode) api.get("/openapi.json").expect(200).json();
        webhooks = document.get("webhooks");
        closed(document.at("/components/schemas"));
        repository = SchemaRepository.create(OPTIONS)
                .dereference(BASE, JsonSchema.of(BASE, new JsonObject(document.toString())));
    }

    /** Forbids what the schemas do not name, and drops the formats of numbers, which the validator applies to null. */
    private static void closed(JsonNode schemas) {
        schemas.findParents("properties").forEach(schema -> {
            if (!schema.has("additionalProperties")) {
                ((ObjectNode) schema).put("additionalProperties", false);
            }
        });
        schemas.findParents("format").stream()
                .filter(schema -> schema.get("format").asText().equals("int64"))
                .forEach(schema -> ((ObjectNode) schema).remove("format"));
    }

    /** Returns the types of all events. */
    public TreeSet<String> types() {
        TreeSet<String> types = new TreeSet<>();
        webhooks.fieldNames().forEachRemaining(types::add);
        return types;
    }

    /** Returns the errors of the payload of a webhook, as its type is documented. */
    public List<String> errors(JsonNode payload) {
        String schema = webhooks.path(payload.path("event").asText())
                .at("/post/requestBody/content/application~1json/schema/$ref")
                .asText();
        if (schema.isEmpty()) {
            return List.of("no webhook " + payload.path("event"));
        }
        OutputUnit result = repository
                .validator(JsonSchema.of(new JsonObject().put("$ref", BASE + schema)), OPTIONS)
                .validate(new JsonObject(payload.toString()));
        @Nullable List<OutputUnit> errors = result.getErrors();
        return Boolean.TRUE.equals(result.getValid())
                ? List.of()
                : Objects.requireNonNullElse(errors, List.<OutputUnit>of()).stream()
                        .map(error -> error.getInstanceLocation() + " " + error.getError())
                        .toList();
    }

    /** Returns the errors of an event of the feed, which has no names of former receivers. */
    public List<String> feedErrors(JsonNode event) {
        ObjectNode payload = event.deepCopy();
        payload.set("event_id", event.get("eventId"));
        payload.set("seller_id", event.get("sellerId"));
        return errors(payload);
    }
}
