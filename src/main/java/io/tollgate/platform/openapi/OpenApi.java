package io.tollgate.platform.openapi;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.api.Endpoint;
import io.tollgate.platform.api.EventPayload;
import io.tollgate.platform.api.KeyScopes;
import io.tollgate.platform.export.Exports;
import io.tollgate.platform.export.ListFormat;
import io.tollgate.platform.input.Request;
import io.tollgate.platform.resource.Resource;
import io.tollgate.platform.write.Idempotency;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;

/** The published OpenAPI 3.1 document, derived from endpoints and resources. */
public final class OpenApi {
    private static final int ACCEPTED = 202;
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    /** Responses other than success, by the names of their descriptions. */
    private static final Map<Integer, String> OTHERS = new TreeMap<>(Map.ofEntries(
            Map.entry(206, "Part"),
            Map.entry(304, "NotModified"),
            Map.entry(400, "BadRequest"),
            Map.entry(401, "Unauthorized"),
            Map.entry(403, "Forbidden"),
            Map.entry(404, "NotFound"),
            Map.entry(409, "Conflict"),
            Map.entry(410, "Gone"),
            Map.entry(412, "PreconditionFailed"),
            Map.entry(413, "TooLarge"),
            Map.entry(415, "UnsupportedType"),
            Map.entry(416, "NoSuchPart"),
            Map.entry(422, "Unprocessable"),
            Map.entry(429, "RateLimited"),
            Map.entry(503, "Unavailable")));

    private static final Set<Integer> OF_DOCUMENTS = Set.of(206, 304, 416, 422);
    private static final Set<Integer> OF_WRITES = Set.of(409, 413, 415, 422);

    private static final List<String> HEADERS =
            List.of("Request-Id", "RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset");
    private static final List<String> DOCUMENT_HEADERS = List.of("ETag", "Content-Disposition");

    private final OpenApiProse prose = new OpenApiProse();
    private final OpenApiParameters parameters = new OpenApiParameters(prose);
    private final ObjectNode document;

    /** @param events about records that no resource declares */
    public OpenApi(List<Endpoint> endpoints, List<EventPayload> events) {
        List<Resource> resources =
                endpoints.stream().map(Endpoint::resource).distinct().toList();
        document = prose.document();
        document.set("tags", tags(resources));
        document.set("paths", paths(endpoints));
        EventPayloads payloads = new EventPayloads(prose, resources, events);
        document.set("webhooks", payloads.webhooks());
        // Last, because it is long.
        ObjectNode components = (ObjectNode) document.remove("components");
        document.set("components", components);
        parameters.addTo(components.putObject("parameters"), resources);
        payloads.addHeadersTo((ObjectNode) components.get("parameters"));
        components.get("responses").forEach(OpenApi::referToHeaders);
        ObjectNode schemas = (ObjectNode) components.get("schemas");
        List<Endpoint.Schema> others = new ArrayList<>(answers(endpoints));
        others.addAll(payloads.schemas());
        new OpenApiSchemas(prose, resources, others).addTo(schemas, endpoints);
        payloads.addTo(schemas);
        OpenApiAnswers.addTo(schemas, endpoints);
        new OpenApiComponents(schemas, prose).extractAll();
        new OpenApiExamples(components, prose).addTo(endpoints, payloads.examples());
        prose.expectAllUsed();
    }

    /** Returns the document as a tree. */
    public JsonNode tree() {
        return document;
    }

    public String json() {
        try {
            return new ObjectMapper().writeValueAsString(document);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a tree is always JSON", e);
        }
    }

    private static List<Endpoint.Schema> answers(List<Endpoint> endpoints) {
        return endpoints.stream()
                .map(Endpoint::other)
                .filter(Objects::nonNull)
                .distinct()
                .toList();
    }

    private JsonNode tags(List<Resource> resources) {
        var tags = JSON.arrayNode();
        resources.forEach(
                resource -> tags.addObject().put("name", tag(resource)).put("description", prose.resource(resource)));
        return tags;
    }

    public static String tag(Resource resource) {
        String records = OpenApiProse.records(resource);
        return records.substring(0, 1).toUpperCase(Locale.ROOT) + records.substring(1);
    }

    private ObjectNode paths(List<Endpoint> endpoints) {
        ObjectNode paths = JSON.objectNode();
        for (Endpoint endpoint : endpoints) {
            String method = endpoint.method().name().toLowerCase(Locale.ROOT);
            paths.withObjectProperty(endpoint.path()).set(method, operation(endpoint));
        }
        return paths;
    }

    private ObjectNode operation(Endpoint endpoint) {
        ObjectNode operation = JSON.objectNode()
                .put("operationId", operationId(endpoint))
                .put("summary", endpoint.summary())
                .put("description", description(endpoint) + "\n\nScope of the key: `" + KeyScopes.of(endpoint) + "`.");
        // Not in "security": linters accept scopes of OAuth only.
        operation.put("x-key-scope", KeyScopes.of(endpoint));
        operation.putArray("tags").add(tag(endpoint.resource()));
        var taken = parameters.of(endpoint);
        if (!taken.isEmpty()) {
            operation.set("parameters", taken);
        }
        if (endpoint.writing() != null && endpoint.writing().body().hasFields()) {
            operation.set("requestBody", OpenApiSchemas.body(endpoint.writing().body()));
        }
        operation.set("responses", responses(endpoint));
        return operation;
    }

    private String description(Endpoint endpoint) {
        if (endpoint.writing() != null) {
            return endpoint.writing().description();
        }
        String noun = endpoint.resource().noun().toLowerCase(Locale.ROOT);
        return switch (endpoint.shape()) {
            case BARE -> "The response is the record itself, without `data` around it.";
            case LIST ->
                "Filters combine: " + a(noun) + " must match all of them. `total` is the number of all matches.";
            case FEED ->
                "Each event follows those whose changes were committed before it: nothing is ever added behind `next`. "
                        + "Keep `next` after its events were handled, and send it as `after` of the next request.";
            case WHOLE_LIST -> "Returns all records in one response. Accepts no parameters but those of CSV.";
            case DOCUMENT, ARCHIVE -> prose.ofResource(lastSegment(endpoint.path()));
            case RECORD -> {
                if (!endpoint.filters().isEmpty()) {
                    yield "Filters combine: " + a(noun) + " counts if it matches all of them.";
                }
                yield endpoint.reading() == null || endpoint.path().contains("{")
                        ? "Returns 404 if the " + noun + " does not exist or is not visible to this key."
                        : endpoint.reading().description();
            }
        };
    }

    private static String lastSegment(String path) {
        return path.substring(path.lastIndexOf('/') + 1);
    }

    private static String a(String noun) {
        return ("aeiou".indexOf(noun.charAt(0)) < 0 ? "a " : "an ") + noun;
    }

    /** Returns the operation id, such as listPayments, getPayment or getBookingTicketPdf. */
    public static String operationId(Endpoint endpoint) {
        if (endpoint.writing() != null) {
            return endpoint.writing().name();
        }
        if (endpoint.reading() != null) {
            String name = endpoint.reading().name();
            String whole = endpoint.path().contains("}/") ? holder(endpoint.path()) : "";
            return "get" + (name.startsWith(whole) ? "" : whole) + name;
        }
        Resource resource = endpoint.resource();
        String of = endpoint.path().startsWith(resource.path()) ? "" : holder(endpoint.path());
        return switch (endpoint.shape()) {
            case LIST, WHOLE_LIST, FEED -> "list" + of + OpenApiSchemas.pascal(resource.name());
            case RECORD, BARE -> "get" + of + OpenApiSchemas.name(resource);
            case DOCUMENT, ARCHIVE ->
                "get" + OpenApiSchemas.name(resource) + OpenApiSchemas.pascal(lastSegment(endpoint.path()));
        };
    }

    /**
     * Returns the name of the parent in a path, such as CheckoutPage, for records that several kinds of parents
     * contain.
     */
    private static String holder(String path) {
        String list = path.substring("/v1/".length(), path.indexOf("/{"));
        return OpenApiSchemas.pascal(list.substring(0, list.length() - 1));
    }

    /** Adds the 200 of an endpoint that begins work with a 202. */
    private static void addUnbegun(Endpoint endpoint, ObjectNode responses, ObjectNode begun) {
        if (endpoint.writing() != null && endpoint.writing().status() == ACCEPTED) {
            String description = "Nothing was begun: the response is a preview, or shows what an earlier request began "
                    + "and what has ended.";
            responses.set("200", begun.deepCopy().put("description", description));
        }
    }

    private static ObjectNode responses(Endpoint endpoint) {
        Endpoint.Writing writing = endpoint.writing();
        ObjectNode responses = JSON.objectNode();
        String status = Integer.toString(writing == null ? 200 : writing.status());
        ObjectNode right = responses.putObject(status).put("description", described(endpoint));
        ObjectNode headers = right.putObject("headers");
        HEADERS.forEach(name -> headers.set(name, header(name)));
        if (endpoint.shape() == Endpoint.Shape.DOCUMENT) {
            DOCUMENT_HEADERS.forEach(name -> headers.set(name, header(name)));
        }
        if (endpoint.shape() == Endpoint.Shape.ARCHIVE) {
            headers.set("Content-Disposition", header("Content-Disposition"));
        }
        if (writing != null) {
            headers.set(Idempotency.REPLAYED, header(Idempotency.REPLAYED));
        }
        boolean record = endpoint.shape() == Endpoint.Shape.RECORD || endpoint.shape() == Endpoint.Shape.BARE;
        if (record && endpoint.other() == null) {
            headers.set("ETag", header("ETag"));
        }
        ObjectNode content = right.putObject("content");
        content.set(mediaType(endpoint.shape()), OpenApiAnswers.content(endpoint));
        if (endpoint.isList()) {
            content.set(ListFormat.CSV.mediaType(), OpenApiAnswers.lines());
            content.set(ListFormat.NDJSON.mediaType(), OpenApiAnswers.lines());
        }
        addUnbegun(endpoint, responses, right);
        OTHERS.forEach((other, name) -> {
            if (canAnswer(endpoint, other)) {
                responses.putObject(Integer.toString(other)).put("$ref", "#/components/responses/" + name);
            }
        });
        return responses;
    }

    private static boolean canAnswer(Endpoint endpoint, int status) {
        boolean special = status == 404
                || status == 410
                || status == 412
                || OF_DOCUMENTS.contains(status)
                || OF_WRITES.contains(status);
        return !special
                || (status == 404 && endpoint.path().contains("{"))
                || (status == 412 && Request.CONDITIONAL.contains(endpoint.method()))
                || (status == 304 && endpoint.validated())
                || (status == 410 && endpoint.shape() == Endpoint.Shape.FEED)
                || (endpoint.shape() == Endpoint.Shape.DOCUMENT && OF_DOCUMENTS.contains(status))
                || (endpoint.writing() != null && OF_WRITES.contains(status));
    }

    private static String described(Endpoint endpoint) {
        Endpoint.Schema other = endpoint.other();
        if (other != null) {
            return endpoint.writing() == null ? other.description() : "The result.";
        }
        return switch (endpoint.shape()) {
            case LIST -> "One page, newest first, with the number of all matches.";
            case WHOLE_LIST -> "All records.";
            case FEED -> "The next events.";
            case RECORD, BARE -> "The record.";
            case DOCUMENT -> "The document.";
            case ARCHIVE -> "The ZIP file.";
        };
    }

    private static String mediaType(Endpoint.Shape shape) {
        return switch (shape) {
            case DOCUMENT -> "application/pdf";
            case ARCHIVE -> Exports.ARCHIVE_TYPE;
            default -> "application/json";
        };
    }

    /** Replaces the header names in the descriptions of responses by references. */
    private static void referToHeaders(JsonNode response) {
        ObjectNode headers = (ObjectNode) response.get("headers");
        List.copyOf(headers.properties()).forEach(header -> headers.set(header.getKey(), header(header.getKey())));
    }

    private static ObjectNode header(String name) {
        return JSON.objectNode().put("$ref", "#/components/headers/" + name);
    }
}
