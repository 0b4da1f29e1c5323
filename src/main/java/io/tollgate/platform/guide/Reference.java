package io.tollgate.platform.guide;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.guide.ReferenceView.Group;
import io.tollgate.platform.guide.ReferenceView.Operation;
import io.tollgate.platform.guide.ReferenceView.Section;
import io.tollgate.platform.guide.ReferenceView.Success;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The OpenAPI document, read into what the pages of the reference show. */
final class Reference {
    private final JsonNode document;
    private final JsonNode schemas;
    private final ReferenceText text;

    Reference(JsonNode document) {
        this.document = document;
        this.schemas = document.at("/components/schemas");
        this.text = new ReferenceText(schemas);
    }

    /** An operation of the document. */
    private record Endpoint(String method, String path, JsonNode operation) {
        @Nullable
        String bodyName() {
            String name = SchemaFields.reference(content().path("schema"));
            return name.isEmpty() ? null : name;
        }

        private JsonNode content() {
            return operation.at("/requestBody/content").path(mediaType());
        }

        private String mediaType() {
            var types = operation.at("/requestBody/content").fieldNames();
            return types.hasNext() ? types.next() : "";
        }

        private Map.Entry<String, JsonNode> success() {
            return operation.path("responses").properties().iterator().next();
        }

        private JsonNode answer() {
            return success().getValue().at("/content/application~1json/schema");
        }
    }

    /** Returns the introduction of the document. */
    String introduction() {
        return text.block(document.at("/info/description").asText());
    }

    /** Returns the groups of endpoints, in the order of the document. */
    List<Group> groups() {
        Map<String, List<Endpoint>> byTag = new LinkedHashMap<>();
        document.path("tags").forEach(tag -> byTag.put(tag.path("name").asText(), new ArrayList<>()));
        document.path("paths")
                .properties()
                .forEach(path -> path.getValue().properties().forEach(operation -> {
                    String tag = operation.getValue().path("tags").path(0).asText();
                    String method = operation.getKey().toUpperCase(Locale.ROOT);
                    byTag.computeIfAbsent(tag, first -> new ArrayList<>())
                            .add(new Endpoint(method, path.getKey(), operation.getValue()));
                }));
        List<Group> groups = new ArrayList<>();
        document.path("tags").forEach(tag -> {
            String name = tag.path("name").asText();
            List<Endpoint> endpoints = Objects.requireNonNullElse(byTag.get(name), List.of());
            groups.add(group(name, tag.path("description").asText(), endpoints));
        });
        return groups;
    }

    private Group group(String name, String description, List<Endpoint> endpoints) {
        Set<String> bodies = new LinkedHashSet<>();
        Map<String, JsonNode> answers = new LinkedHashMap<>();
        for (Endpoint endpoint : endpoints) {
            String body = endpoint.bodyName();
            if (body != null) {
                bodies.add(body);
            }
            JsonNode example = payload(endpoint.answer());
            String object = SchemaFields.reference(example.path("schema"));
            if (!object.isEmpty()) {
                answers.putIfAbsent(object, example);
            }
        }
        SchemaFields ofBodies = new SchemaFields(schemas, text, "", bodies);
        SchemaFields ofAnswers = new SchemaFields(schemas, text, "", answers.keySet());
        List<Section> objects = new ArrayList<>();
        answers.forEach((object, answer) -> objects.add(new Section(
                object,
                "",
                text.inline(schemas.path(object).path("description").asText()),
                ofAnswers.of(object),
                example(answer))));
        Set<String> shown = new LinkedHashSet<>();
        List<Operation> operations = endpoints.stream()
                .map(endpoint -> operation(endpoint, Group.pathOf(name) + "/objects", ofBodies, shown))
                .toList();
        return new Group(name, text.block(description), operations, objects);
    }

    /** Returns the schema of the record or records in a response, with an example of one record if there is one. */
    private JsonNode payload(JsonNode answer) {
        JsonNode schema = schemas.path(SchemaFields.reference(answer));
        JsonNode data = schema.path("properties").path("data");
        ObjectNode found = JsonNodeFactory.instance.objectNode();
        found.set("schema", data.isMissingNode() ? answer : data);
        JsonNode example = data.path("examples").path(0);
        found.set("example", example.isArray() ? example.path(0) : example);
        return found;
    }

    /** Returns the events that webhooks get. */
    ReferenceView.Events events(List<Group> groups) {
        Map<String, List<ReferenceView.EventType>> types = new LinkedHashMap<>();
        document.path("webhooks").properties().forEach(webhook -> {
            JsonNode operation = webhook.getValue().path("post");
            String payload = SchemaFields.reference(operation.at("/requestBody/content/application~1json/schema"));
            types.computeIfAbsent(payload, first -> new ArrayList<>())
                    .add(new ReferenceView.EventType(
                            webhook.getKey(),
                            text.inline(operation.path("description").asText())));
        });
        Map<String, String> pages = new HashMap<>();
        groups.forEach(group -> group.objects().forEach(object -> pages.put(object.name(), group.objectsPath())));
        Set<String> own = new LinkedHashSet<>(types.keySet());
        types.keySet()
                .forEach(payload -> records(payload)
                        .filter(name -> !pages.containsKey(name))
                        .forEach(own::add));
        SchemaFields fields = new SchemaFields(schemas, text, name -> pages.getOrDefault(name, ""), own);
        List<ReferenceView.Kind> kinds = new ArrayList<>();
        types.forEach((payload, of) -> kinds.add(new ReferenceView.Kind(
                of,
                object(payload, fields),
                records(payload)
                        .filter(name -> !pages.containsKey(name))
                        .map(name -> object(name, fields))
                        .toList())));
        return new ReferenceView.Events(kinds);
    }

    /** Returns the names of the schemas of the record in a payload. */
    private Stream<String> records(String payload) {
        String data = SchemaFields.reference(schemas.path(payload).at("/properties/data"));
        return schemas.path(data).path("properties").findValuesAsText("$ref").stream()
                .map(target -> target.substring(target.lastIndexOf('/') + 1));
    }

    private Section object(String name, SchemaFields fields) {
        String html = text.inline(schemas.path(name).path("description").asText());
        return new Section(name, "", html, fields.of(name), null);
    }

    private @Nullable String example(JsonNode answer) {
        JsonNode example = answer.path("example");
        return example.isObject() ? RequestSamples.json(example) : null;
    }

    private Operation operation(Endpoint endpoint, String objectsPath, SchemaFields bodies, Set<String> shown) {
        JsonNode operation = endpoint.operation();
        String id = operation.path("operationId").asText();
        SchemaFields linked = new SchemaFields(schemas, text, objectsPath, Set.of());
        List<SchemaFields.Row> parameters = new ArrayList<>();
        operation.path("parameters").forEach(parameter -> parameters.add(linked.parameter(id, resolved(parameter))));
        List<String> statuses = new ArrayList<>();
        operation.path("responses").fieldNames().forEachRemaining(statuses::add);
        statuses.remove(endpoint.success().getKey());
        return new Operation(
                id,
                endpoint.method(),
                endpoint.path(),
                operation.path("summary").asText(),
                text.block(operation.path("description").asText()),
                parameters,
                body(endpoint, bodies, shown),
                success(endpoint, linked, objectsPath),
                statuses,
                RequestSamples.of(endpoint.method(), endpoint.path(), operation));
    }

    private JsonNode resolved(JsonNode node) {
        return node.has("$ref") ? document.at(node.get("$ref").asText().substring(1)) : node;
    }

    /** Returns the body of a request; without fields if an earlier operation of the page shows them. */
    private @Nullable Section body(Endpoint endpoint, SchemaFields bodies, Set<String> shown) {
        String name = endpoint.bodyName();
        if (name == null) {
            return null;
        }
        return new Section(name, endpoint.mediaType(), "", shown.add(name) ? bodies.of(name) : List.of(), null);
    }

    private Success success(Endpoint endpoint, SchemaFields linked, String objectsPath) {
        Map.Entry<String, JsonNode> success = endpoint.success();
        String description = text.inline(success.getValue().path("description").asText());
        JsonNode content = success.getValue().path("content");
        String mediaType = content.properties().iterator().next().getKey();
        String name = SchemaFields.reference(endpoint.answer());
        boolean wrapped = schemas.path(name).path("properties").has("data");
        if (name.isEmpty() || wrapped) {
            return new Success(success.getKey(), mediaType, description, linked.of(name));
        }
        String link = " <a href=\"" + objectsPath + "#" + name + "\">" + name + "</a>";
        return new Success(success.getKey(), mediaType, description + link, List.of());
    }

    /** Returns all statuses and codes of errors, with the sentences that mention a code. */
    ReferenceView.Errors errors(List<Group> groups) {
        Map<String, String> descriptions = new LinkedHashMap<>();
        document.path("paths")
                .forEach(path -> path.forEach(operation -> operation
                        .path("responses")
                        .properties()
                        .forEach(response -> descriptions.putIfAbsent(
                                response.getKey(),
                                text.inline(resolved(response.getValue())
                                        .path("description")
                                        .asText())))));
        Set<String> statuses = new TreeSet<>(descriptions.keySet());
        statuses.addAll(text.codes().keySet());
        statuses.removeAll(List.of("200", "201"));
        return new ReferenceView.Errors(statuses.stream()
                .map(status -> new ReferenceView.Status(
                        status,
                        descriptions.getOrDefault(status, ""),
                        text.codes().getOrDefault(status, List.of()).stream()
                                .map(code -> new ReferenceView.Code(code, mentions(code, groups)))
                                .toList()))
                .toList());
    }

    private static List<ReferenceView.Mention> mentions(String code, List<Group> groups) {
        List<ReferenceView.Mention> mentions = new ArrayList<>();
        for (Group group : groups) {
            for (Operation operation : group.operations()) {
                for (String sentence : operation.html().split("(?<=\\.)\\s+")) {
                    if (sentence.contains("<code>" + code + "</code>")) {
                        mentions.add(new ReferenceView.Mention(
                                group.path() + "#" + operation.id(),
                                operation.summary(),
                                sentence.replaceAll("</?p>|</?a\\b[^>]*>", "")));
                    }
                }
            }
        }
        return mentions;
    }
}
