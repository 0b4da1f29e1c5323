package io.tollgate.fuzz;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The published document, which is all that the fuzzer knows of the gateway. */
final class Document {
    /** Writes of what all other calls depend on. */
    private static final Set<String> OF_ALL_CALLS =
            Set.of("/v1/test-clock", "/v1/processor-account", "/v1/api-keys/{keyId}", "/v1/api-keys/{keyId}/roll");

    private final JsonNode root;
    private final List<Operation> operations = new ArrayList<>();
    private final Map<String, List<String>> methods = new HashMap<>();

    /**
     * One operation.
     *
     * @param path its template, with names in braces
     * @param query the schema of each query parameter, by name
     * @param body the schema of its body, or null if it has none
     * @param responses the published responses, by status
     */
    record Operation(
            String id,
            String method,
            String path,
            Map<String, JsonNode> query,
            @Nullable JsonNode body,
            @Nullable JsonNode example,
            @Nullable String bodyType,
            Map<Integer, JsonNode> responses) {
        boolean reads() {
            return method.equals("GET");
        }

        boolean lists() {
            return query.containsKey("starting_after");
        }

        /** Returns whether it has a mode parameter, so that its records have one mode. */
        boolean hasMode() {
            return query.containsKey("livemode");
        }

        boolean returnsDocument() {
            return responses.containsKey(200)
                    && responses.get(200).path("content").has("application/pdf");
        }

        boolean takesJson() {
            return "application/json".equals(bodyType);
        }

        /** Returns the path of the collection: without a trailing id. */
        String collection() {
            return path.endsWith("}") ? path.substring(0, path.lastIndexOf("/{")) : path;
        }

        List<String> names() {
            List<String> names = new ArrayList<>();
            for (String segment : path.split("/")) {
                if (segment.startsWith("{")) {
                    names.add(segment.substring(1, segment.length() - 1));
                }
            }
            return names;
        }
    }

    Document(JsonNode root) {
        this.root = root;
        root.get("paths")
                .properties()
                .forEach(path -> path.getValue().properties().forEach(entry -> {
                    operations.add(operation(path.getKey(), entry.getKey(), entry.getValue()));
                    methods.computeIfAbsent(path.getKey(), key -> new ArrayList<>())
                            .add(entry.getKey().toUpperCase(Locale.ROOT));
                }));
    }

    /**
     * Returns the operations to call. The test clock is not moved: meanwhile, test mode takes no other writes, and
     * afterwards each record of a seller has another time. The account at the processor stays, because no processor
     * answers about another one. The keys of the calls are not ended.
     */
    List<Operation> operations() {
        return operations.stream()
                .filter(operation -> !OF_ALL_CALLS.contains(operation.path()) || operation.reads())
                .toList();
    }

    /** Returns the published methods of a path. */
    List<String> methods(Operation operation) {
        return methods.get(operation.path());
    }

    @Nullable
    Operation find(String method, String path) {
        return operations.stream()
                .filter(one -> one.method().equals(method) && one.path().equals(path))
                .findFirst()
                .orElse(null);
    }

    /** Resolves a reference. */
    JsonNode resolve(JsonNode node) {
        JsonNode found = node;
        while (found.has("$ref")) {
            found = root.at(found.get("$ref").textValue().substring(1));
        }
        return found;
    }

    JsonNode schema(String name) {
        return root.at("/components/schemas/" + name);
    }

    private Operation operation(String path, String method, JsonNode node) {
        Map<String, JsonNode> query = new HashMap<>();
        for (JsonNode reference : node.path("parameters")) {
            JsonNode parameter = resolve(reference);
            if (parameter.get("in").textValue().equals("query")) {
                query.put(parameter.get("name").textValue(), parameter.get("schema"));
            }
        }
        Map<Integer, JsonNode> responses = new HashMap<>();
        node.get("responses")
                .properties()
                .forEach(response -> responses.put(Integer.valueOf(response.getKey()), resolve(response.getValue())));
        JsonNode content = node.at("/requestBody/content");
        String type = content.isObject() ? content.fieldNames().next() : null;
        return new Operation(
                node.get("operationId").textValue(),
                method.toUpperCase(Locale.ROOT),
                path,
                new java.util.TreeMap<>(query),
                type == null ? null : content.get(type).get("schema"),
                type == null ? null : content.get(type).get("example"),
                type,
                responses);
    }

    /** Returns the schema of an empty body, for operations without a published body. */
    static JsonNode nothing() {
        return JsonNodeFactory.instance.objectNode();
    }
}
