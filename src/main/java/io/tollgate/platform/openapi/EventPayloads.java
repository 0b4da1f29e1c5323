package io.tollgate.platform.openapi;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.api.Endpoint;
import io.tollgate.platform.api.EventPayload;
import io.tollgate.platform.resource.Reports;
import io.tollgate.platform.resource.Resource;
import io.tollgate.platform.schema.Type;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The {@code webhooks} of the document: one operation of the receiver for each type of event, and one schema for each
 * kind of record that events have in their data. The schemas derive from that of the feed and those of the records.
 */
final class EventPayloads {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final String TAG = "Webhooks";
    private static final String FEED = "FeedEvent";

    /** The names of earlier receivers, with those in the feed. */
    private static final Map<String, String> FORMER_NAMES =
            new TreeMap<>(Map.of("event_id", "eventId", "seller_id", "sellerId"));

    /** What only events in the feed have. */
    private static final List<String> LOGGED = List.of("position", "actor");

    /** The headers of a delivery. All but one are always there. */
    private static final List<String> HEADERS = List.of(
            "webhook-id",
            "webhook-timestamp",
            "webhook-signature",
            "x-webhook-signature",
            "x-webhook-signature-former",
            "x-webhook-timestamp",
            "x-webhook-delivery-attempt",
            "tollgate-sequence",
            "tollgate-previous");

    private static final String OPTIONAL_HEADER = "x-webhook-signature-former";

    private final OpenApiProse prose;
    private final List<EventPayload> apart;
    private final Map<String, Kind> kinds = new LinkedHashMap<>();

    /** The events of one kind of record. */
    private record Kind(List<Reports.Rule> rules, Map<String, List<JsonNode>> records, boolean logged) {}

    /** @param apart events about records that no resource declares */
    EventPayloads(OpenApiProse prose, List<Resource> resources, List<EventPayload> apart) {
        this.prose = prose;
        this.apart = apart;
        for (Resource resource : resources) {
            String name = OpenApiSchemas.name(resource);
            add(resource.reports(), name, prose.examples(name), true);
        }
        apart.forEach(one -> add(one.reports(), one.schema().name(), List.of(one.example()), one.logged()));
    }

    private void add(Reports reports, String record, List<JsonNode> examples, boolean logged) {
        if (!reports.rules().isEmpty()) {
            kinds.computeIfAbsent(reports.kind(), kind -> new Kind(reports.rules(), new LinkedHashMap<>(), logged))
                    .records
                    .put(record, examples);
        }
    }

    /** Returns the schemas of the records that no resource declares. */
    List<Endpoint.Schema> schemas() {
        return apart.stream().map(EventPayload::schema).toList();
    }

    private static String name(String kind, Kind of) {
        return OpenApiSchemas.pascal(kind) + (of.logged ? "Event" : "TestEvent");
    }

    /** Returns what receivers of webhooks get, by the type of the event. */
    ObjectNode webhooks() {
        ObjectNode webhooks = JSON.objectNode();
        kinds.forEach((kind, of) ->
                of.rules.forEach(rule -> webhooks.putObject(rule.type()).set("post", operation(rule, name(kind, of)))));
        return webhooks;
    }

    private static ObjectNode operation(Reports.Rule rule, String payload) {
        ObjectNode operation = JSON.objectNode()
                .put(
                        "operationId",
                        "receive" + OpenApiSchemas.pascal(rule.type().replaceAll("[._]", " ")))
                .put("summary", rule.type())
                .put("description", "Sent when " + rule.when());
        operation.putArray("tags").add(TAG);
        // The signature in the headers replaces a key.
        operation.putArray("security");
        ArrayNode parameters = operation.putArray("parameters");
        HEADERS.forEach(name -> parameters.addObject().put("$ref", "#/components/parameters/" + name));
        ObjectNode body = operation.putObject("requestBody").put("required", true);
        body.putObject("content").putObject("application/json").set("schema", OpenApiSchemas.reference(payload));
        operation
                .putObject("responses")
                .putObject("2XX")
                .put("description", "The delivery is accepted. Any other response is a failure.");
        return operation;
    }

    /** Adds the headers of deliveries to the parameters of the document. */
    void addHeadersTo(ObjectNode parameters) {
        for (String name : HEADERS) {
            parameters
                    .putObject(name)
                    .put("name", name)
                    .put("in", "header")
                    .put("required", !name.equals(OPTIONAL_HEADER))
                    .put("description", prose.parameter(name))
                    .set("schema", OpenApiSchemas.value(Type.TEXT, false));
        }
    }

    /** Adds the schemas of the payloads to those of the records. */
    void addTo(ObjectNode schemas) {
        kinds.forEach((kind, of) -> schemas.set(name(kind, of), payload(kind, of, (ObjectNode) schemas.get(FEED))));
    }

    private static ObjectNode payload(String kind, Kind of, ObjectNode feed) {
        ObjectNode payload = feed.deepCopy();
        payload.put("description", "The payload of webhooks about a `" + kind + "`.");
        ObjectNode properties = (ObjectNode) payload.get("properties");
        if (!of.logged) {
            properties.remove(LOGGED);
        }
        ObjectNode event = (ObjectNode) properties.get("event");
        event.remove("examples");
        ArrayNode types = event.putArray("enum");
        of.rules.forEach(rule -> types.add(rule.type()));
        FORMER_NAMES.forEach((former, name) -> properties.set(
                former,
                ((ObjectNode) properties.get(name).deepCopy())
                        .put("description", "The same as `" + name + "`.")
                        .put("deprecated", true)));
        properties.set("data", data(kind, of));
        ArrayNode required = payload.putArray("required");
        properties.fieldNames().forEachRemaining(required::add);
        return payload;
    }

    private static ObjectNode data(String kind, Kind of) {
        ObjectNode data = JSON.objectNode().put("type", "object").put("description", "The record, under its name.");
        List<ObjectNode> forms = of.records.keySet().stream()
                .map(OpenApiSchemas::component)
                .map(OpenApiSchemas::reference)
                .toList();
        ObjectNode record = forms.get(0);
        if (forms.size() > 1) {
            record = JSON.objectNode();
            record.putArray("oneOf").addAll(forms);
        }
        record.put(
                "description",
                of.logged ? "The record as it was after the change." : "The webhook to which the event is sent.");
        data.putObject("properties").set(kind, record);
        data.putArray("required").add(kind);
        return data;
    }

    /** Returns a payload for each schema: the first record that is an example, in the recorded event. */
    Map<String, List<JsonNode>> examples() {
        Map<String, List<JsonNode>> examples = new LinkedHashMap<>();
        JsonNode event = prose.examples(FEED).get(0);
        kinds.forEach((kind, of) -> {
            List<JsonNode> payloads = new ArrayList<>();
            of.records
                    .values()
                    .forEach(records -> records.stream()
                            .limit(1)
                            .forEach(record -> payloads.add(example(event, kind, of, record))));
            examples.put(name(kind, of), payloads);
        });
        apart.forEach(one -> examples.put(one.schema().name(), List.of(one.example())));
        return examples;
    }

    private static ObjectNode example(JsonNode event, String kind, Kind of, JsonNode record) {
        ObjectNode payload = event.deepCopy();
        payload.put("event", of.rules.get(0).type());
        payload.set("recordId", record.get("id"));
        FORMER_NAMES.forEach((former, name) -> payload.set(former, payload.get(name)));
        payload.putObject("data").set(kind, record);
        return of.logged ? payload : payload.without(LOGGED);
    }
}
