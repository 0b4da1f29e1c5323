package io.tollgate.platform.openapi;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.api.Endpoint;
import io.tollgate.platform.input.IdempotencyKey;
import io.tollgate.platform.input.QueryParameter;
import io.tollgate.platform.input.Request;
import io.tollgate.platform.resource.Filter;
import io.tollgate.platform.resource.FilterValues;
import io.tollgate.platform.resource.ListRequest;
import io.tollgate.platform.resource.Resource;
import io.tollgate.platform.resource.Search;
import io.tollgate.platform.schema.Type;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The parameters of all operations, from filters, search rules and modes. */
final class OpenApiParameters {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    /** Parameters with the same meaning everywhere, with their types; described once and referenced. */
    private static final Map<String, Type> SHARED = Map.of(
            "limit", Type.INTEGER,
            "starting_after", Type.ID,
            "ending_before", Type.ID,
            "createdAfter", Type.TIME,
            "createdBefore", Type.TIME,
            "livemode", Type.BOOLEAN);

    /** The parameters of lists as CSV, with their types. */
    private static final Map<String, Type> OF_CSV = Map.of(
            "columns", Type.TEXT,
            "delimiter", Type.oneOf("comma", "semicolon", "tab"),
            "bom", Type.BOOLEAN);

    private static final String IDEMPOTENCY_KEY = IdempotencyKey.HEADER;
    private static final String IF_MATCH = "If-Match";
    private static final String IF_NONE_MATCH = "If-None-Match";
    private static final int CODE_MIN = 24;
    private static final Pattern PATH_NAMES = Pattern.compile("\\{(\\w+)}");

    private final OpenApiProse prose;

    OpenApiParameters(OpenApiProse prose) {
        this.prose = prose;
    }

    /** Adds the parameters that operations refer to. */
    void addTo(ObjectNode components, List<Resource> resources) {
        ObjectNode key = OpenApiSchemas.value(Type.TEXT, false)
                .put("minLength", 1)
                .put("maxLength", 255)
                .put("pattern", "^[ -~]+$");
        components.set(IDEMPOTENCY_KEY, header(IDEMPOTENCY_KEY, key));
        for (String name : List.of(IF_MATCH, IF_NONE_MATCH)) {
            components.set(name, header(name, OpenApiSchemas.value(Type.TEXT, false)));
        }
        components.set(
                Request.DRY_RUN,
                query(
                        Request.DRY_RUN,
                        described(Request.DRY_RUN),
                        OpenApiSchemas.value(Type.BOOLEAN, false).put("default", false)));
        for (String name : ListRequest.CSV_ONLY) {
            components.set(name, query(name, described(name), ofCsv(name)));
        }
        for (Resource resource : resources) {
            for (String name : ListRequest.allowed(resource)) {
                if (SHARED.containsKey(name) && !components.has(name)) {
                    components.set(name, query(name, prose.parameter(resource, name), shared(name)));
                }
            }
        }
    }

    private static ObjectNode shared(String name) {
        ObjectNode schema = OpenApiSchemas.value(Objects.requireNonNull(SHARED.get(name), name), false);
        if (name.equals("limit")) {
            schema.put("minimum", 1).put("maximum", ListRequest.LIMIT_MAX).put("default", ListRequest.LIMIT_DEFAULT);
        }
        return schema;
    }

    private static ObjectNode ofCsv(String name) {
        ObjectNode schema = OpenApiSchemas.value(Objects.requireNonNull(OF_CSV.get(name), name), false);
        return switch (name) {
            case "columns" -> schema.put("minLength", 1);
            case "delimiter" -> schema.put("default", "comma");
            default -> schema.put("default", false);
        };
    }

    ArrayNode of(Endpoint endpoint) {
        Resource resource = endpoint.resource();
        ArrayNode parameters = JSON.arrayNode();
        PATH_NAMES
                .matcher(endpoint.path())
                .results()
                .map(found -> found.group(1))
                .forEach(name -> {
                    parameters.add(name.equals(resource.idName()) ? id(resource) : inPath(resource, name));
                });
        if (endpoint.writing() != null) {
            own(resource, endpoint.writing().parameters(), parameters);
            ofWrite(endpoint).forEach(name -> parameters.add(reference(name)));
        } else {
            ofRead(endpoint, resource, parameters);
        }
        return parameters;
    }

    private void ofRead(Endpoint endpoint, Resource resource, ArrayNode parameters) {
        switch (endpoint.shape()) {
            case LIST -> ListRequest.allowed(resource).forEach(name -> parameters.add(ofList(resource, name)));
            case RECORD, DOCUMENT, ARCHIVE -> {
                endpoint.filters().forEach(name -> parameters.add(ofList(resource, name)));
                own(resource, endpoint.parameters(), parameters);
                if (resource.modes() == Resource.Modes.LIVE_AND_TEST) {
                    parameters.add(ofList(resource, "livemode"));
                }
                if (endpoint.shape() == Endpoint.Shape.DOCUMENT) {
                    parameters.add(paper(resource));
                }
            }
            case FEED -> {
                own(resource, endpoint.parameters(), parameters);
                parameters.add(ofList(resource, "livemode"));
            }
            case WHOLE_LIST, BARE -> {}
        }
        if (endpoint.isList()) {
            ListRequest.CSV_ONLY.forEach(name -> parameters.add(reference(name)));
        }
        if (endpoint.validated() || endpoint.shape() == Endpoint.Shape.DOCUMENT) {
            parameters.add(reference(IF_NONE_MATCH));
        }
    }

    /** Adds the parameters that only one endpoint has. */
    private void own(Resource resource, List<QueryParameter> accepted, ArrayNode parameters) {
        for (QueryParameter one : accepted) {
            ObjectNode schema = OpenApiSchemas.value(one.type(), false);
            parameters.add(query(one.name(), described(resource.name() + "." + one.name()), schema));
        }
    }

    private ObjectNode paper(Resource resource) {
        ObjectNode schema = JSON.objectNode().put("type", "string").put("default", "A4");
        schema.putArray("enum").add("A4").add("A6");
        return query("format", prose.parameter(resource, "format"), schema);
    }

    /** Returns the parameters that all writes of the method accept. */
    private static List<String> ofWrite(Endpoint endpoint) {
        return Request.CONDITIONAL.contains(endpoint.method())
                ? List.of(Request.DRY_RUN, IDEMPOTENCY_KEY, IF_MATCH)
                : List.of(Request.DRY_RUN, IDEMPOTENCY_KEY);
    }

    private ObjectNode header(String name, ObjectNode schema) {
        return JSON.objectNode()
                .put("name", name)
                .put("in", "header")
                .put("description", described(name))
                .set("schema", schema);
    }

    private ObjectNode inPath(Resource resource, String name) {
        return JSON.objectNode()
                .put("name", name)
                .put("in", "path")
                .put("required", true)
                .put("description", described(resource.name() + "." + name))
                .set("schema", name.endsWith("Id") ? OpenApiSchemas.value(Type.ID, false) : code());
    }

    /**
     * Returns the schema of a path parameter that is an id or a code. Both are longer than every fixed path segment, so
     * no path is ambiguous.
     */
    private static ObjectNode code() {
        return text().put("minLength", CODE_MIN);
    }

    private String described(String name) {
        String written = prose.parameter(name);
        if (written == null) {
            throw new IllegalStateException("parameters.json does not describe " + name);
        }
        return written;
    }

    private static ObjectNode reference(String name) {
        return JSON.objectNode().put("$ref", "#/components/parameters/" + name);
    }

    private static ObjectNode id(Resource resource) {
        return JSON.objectNode()
                .put("name", resource.idName())
                .put("in", "path")
                .put("required", true)
                .put("description", "Id of the " + resource.noun().toLowerCase(Locale.ROOT) + ".")
                .set("schema", OpenApiSchemas.value(Type.ID, false));
    }

    private ObjectNode ofList(Resource resource, String name) {
        if (SHARED.containsKey(name)) {
            return reference(name);
        }
        if (name.equals("search")) {
            return query(name, search(resource) + prose.more(resource, name), text());
        }
        Filter filter = resource.filters().stream()
                .filter(candidate -> candidate.name().equals(name))
                .findFirst()
                .orElseThrow();
        String description = prose.parameter(resource, name);
        if (description == null) {
            throw new IllegalStateException("parameters.json does not describe " + name);
        }
        boolean text = filter.type().kind() == Type.Kind.TEXT || filter.type().kind() == Type.Kind.CODE;
        return query(name, description, text ? text() : OpenApiSchemas.value(filter.type(), false));
    }

    private static ObjectNode text() {
        return OpenApiSchemas.value(Type.TEXT, false).put("minLength", 1).put("maxLength", FilterValues.TEXT_MAX);
    }

    private static ObjectNode query(String name, @Nullable String description, ObjectNode schema) {
        return JSON.objectNode()
                .put("name", name)
                .put("in", "query")
                .put("description", description)
                .set("schema", schema);
    }

    /** Describes which fields a search compares, rule by rule. */
    private static String search(Resource resource) {
        List<Search.Rule> rules = resource.search().rules();
        String start =
                "Returns only " + OpenApiProse.records(resource) + " that contain this text, without regard to case, ";
        if (rules.size() == 1) {
            return start + "in " + fields(rules.get(0)) + ".";
        }
        StringBuilder text = new StringBuilder(
                start + "in fields that depend on the form of the text. The first form that applies counts:\n");
        for (Search.Rule rule : rules) {
            text.append("\n- ")
                    .append(form(rule.shape()))
                    .append(rule.exact() ? ": exactly the " : ": in ")
                    .append(fields(rule));
        }
        return text.append("\n\n").toString().stripTrailing() + (rules.isEmpty() ? "" : "\n");
    }

    private static String form(Search.Shape shape) {
        return switch (shape) {
            case EMAIL_LIKE -> "one word with `@`";
            case EIGHT_DIGITS -> "eight digits";
            case CODE_LIKE -> "one word with a digit, `_` or `-` that does not only join letters";
            case NAME_LIKE -> "several words, or letters joined by `-`";
            case ANYTHING -> "any other text";
        };
    }

    private static String fields(Search.Rule rule) {
        List<String> names =
                rule.fields().stream().map(field -> "`" + field + "`").toList();
        int last = names.size() - 1;
        return last == 0 ? names.get(0) : String.join(", ", names.subList(0, last)) + " or " + names.get(last);
    }
}
