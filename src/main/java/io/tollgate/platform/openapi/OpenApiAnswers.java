package io.tollgate.platform.openapi;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.api.Endpoint;
import java.util.List;

/** The schemas of successful responses: a record or a list in {@code data}. */
final class OpenApiAnswers {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private OpenApiAnswers() {}

    /** Adds the schema of every JSON response. */
    static void addTo(ObjectNode schemas, List<Endpoint> endpoints) {
        endpoints.stream()
                .filter(endpoint -> !endpoint.isFile())
                .filter(endpoint -> !schemas.has(name(endpoint)))
                .forEach(endpoint -> schemas.set(name(endpoint), schema(endpoint)));
    }

    /** Returns the content object of an operation's response. */
    static ObjectNode content(Endpoint endpoint) {
        ObjectNode schema = endpoint.isFile()
                ? JSON.objectNode().put("type", "string").put("format", "binary")
                : OpenApiSchemas.reference(name(endpoint));
        return JSON.objectNode().set("schema", schema);
    }

    /** Returns the content object of a list as CSV or as one record a line. */
    static ObjectNode lines() {
        return JSON.objectNode().set("schema", JSON.objectNode().put("type", "string"));
    }

    static String name(Endpoint endpoint) {
        String record = record(endpoint);
        return switch (endpoint.shape()) {
            case LIST, WHOLE_LIST, FEED -> record + "List";
            case RECORD -> record + "Response";
            case BARE, DOCUMENT, ARCHIVE -> record;
        };
    }

    /** The name of the schema of the record, or of what the endpoint returns in its place. */
    static String record(Endpoint endpoint) {
        Endpoint.Schema other = endpoint.other();
        return other == null ? OpenApiSchemas.name(endpoint.resource()) : other.name();
    }

    private static ObjectNode schema(Endpoint endpoint) {
        ObjectNode record = OpenApiSchemas.reference(OpenApiSchemas.component(record(endpoint)));
        ObjectNode schema = JSON.objectNode().put("type", "object");
        ObjectNode properties = schema.putObject("properties");
        var required = schema.putArray("required").add("data");
        if (endpoint.shape() == Endpoint.Shape.RECORD) {
            properties.set("data", record.put("description", "The response."));
            return schema;
        }
        properties
                .putObject("data")
                .put("type", "array")
                .put("description", endpoint.shape() == Endpoint.Shape.LIST ? "Records of this page." : "All records.")
                .set("items", record);
        if (endpoint.shape() == Endpoint.Shape.FEED) {
            number(properties, "next", "Position to send as `after` of the next request.");
            flag(properties, "Whether events follow `next` now.");
            number(properties, "last", "Position of the newest event.");
            required.add("next").add("has_more").add("last");
        }
        if (endpoint.shape() == Endpoint.Shape.LIST) {
            number(
                    properties,
                    "total",
                    "Number of all records that match the filters, independent of cursor and `limit`.");
            flag(properties, "Whether more records follow in the direction of the cursor.");
            required.add("total").add("has_more");
        }
        return schema;
    }

    private static void number(ObjectNode properties, String name, String description) {
        properties
                .putObject(name)
                .put("type", "integer")
                .put("format", "int64")
                .put("minimum", 0)
                .put("description", description);
    }

    private static void flag(ObjectNode properties, String description) {
        properties.putObject("has_more").put("type", "boolean").put("description", description);
    }
}
