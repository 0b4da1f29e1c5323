package io.tollgate.fuzz;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The published document, as the fuzzer reads it: nothing else is known of the gateway. */
final class Document {
    private final JsonNode root;
    private final List<Operation> operations = new ArrayList<>();
    private final Map<String, List<String>> methods = new HashMap<>();

    /**
     * One operation.
     *
     * @param path its template, with names in braces
     * @param query its parameters of the query, by name, with the schema of each
     * @param body the schema of its body, or null where it takes none
     * @param responses what is published of each status
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

        /** Whether it takes a mode, so that its records are of one. */
        boolean hasMode() {
            return query.containsKey("livemode");
        }

        boolean takesJson() {
            return "application/json".equals(bodyType);
        }

        /** The path as far as the collection: without a name in braces at its end. */
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

    List<Operation> operations() {
        return operations;
    }

    /** The methods of a path, as it is published. */
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

    /** What a reference stands for. */
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

    /** A body that takes nothing, for operations that publish none. */
    static JsonNode nothing() {
        return JsonNodeFactory.instance.objectNode();
    }
}
