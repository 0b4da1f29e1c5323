package io.tollgate.openapi;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.resource.Resource;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The sentences of the published document, kept apart from the definitions that they describe. What
 * describes nothing is refused, so that no sentence outlives its subject.
 */
final class OpenApiProse {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final ObjectNode document = json("document.json");
    private final ObjectNode resources = json("resources.json");
    private final ObjectNode schemas = json("schemas.json");
    private final ObjectNode fields = json("fields.json");
    private final ObjectNode parameters = json("parameters.json");
    private final ObjectNode names = json("names.json");
    private final ObjectNode examples = json("examples.json");
    private final Map<String, String> stored = new HashMap<>();
    private final Set<String> used = new HashSet<>();

    OpenApiProse() {
        json("stored.json")
                .properties()
                .forEach(note -> note.getValue().forEach(name -> stored.put(name.textValue(), note.getKey())));
    }

    /** What of the document is not derived: who it is from, security, the form of failures. */
    ObjectNode document() {
        ObjectNode copy = document.deepCopy();
        ((ObjectNode) copy.get("info")).put("description", text("intro.md").strip());
        return copy;
    }

    String resource(Resource resource) {
        return ofResource(resource.name());
    }

    /** A resource, or a document that is made of one. */
    String ofResource(String name) {
        JsonNode description = resources.get(name);
        if (description == null) {
            throw new IllegalStateException("resources.json does not describe " + name);
        }
        return description.textValue();
    }

    /** Objects that several records hold: name, one place where they stand, description. */
    ObjectNode schemas() {
        return schemas;
    }

    /**
     * Description and example of a field, by the narrowest of the given names that has any. A setting without an effect
     * says so.
     *
     * @param names the name of the field itself last
     */
    @Nullable
    JsonNode field(List<String> names) {
        JsonNode written = entry(fields, names);
        String name = names.get(names.size() - 1);
        String note = stored.get(name);
        if (note == null) {
            return written;
        }
        used.add(name);
        ObjectNode noted = written == null ? MAPPER.createObjectNode() : written.deepCopy();
        return noted.put("description", (noted.path("description").asText("") + " " + note).strip());
    }

    /** What a parameter of a list does, or null where nothing is written about it. */
    @Nullable
    String parameter(Resource resource, String name) {
        JsonNode written = entry(parameters, List.of(resource.name() + "." + name, name));
        return written == null ? null : written.textValue().replace("{records}", records(resource));
    }

    /** What a parameter that is not of a list does, or null where nothing is written about it. */
    @Nullable
    String parameter(String name) {
        JsonNode written = entry(parameters, List.of(name));
        return written == null ? null : written.textValue();
    }

    /** What is to be said of a parameter beside what is derived from the definition. */
    String more(Resource resource, String name) {
        JsonNode written = entry(parameters, List.of(resource.name() + "." + name));
        return written == null ? "" : " " + written.textValue();
    }

    /** The name of the schema at a place like {@code EventDetails.discounts}. */
    String name(String place, String otherwise) {
        JsonNode written = entry(names, List.of(place));
        return written == null ? otherwise : written.textValue();
    }

    /** The answer to the published request of an operation, or null. */
    @Nullable
    JsonNode example(String operationId) {
        return entry(examples, List.of(operationId));
    }

    static String records(Resource resource) {
        return resource.name().replace('-', ' ').toLowerCase(Locale.ROOT);
    }

    private @Nullable JsonNode entry(ObjectNode from, List<String> names) {
        for (String name : names) {
            if (from.has(name)) {
                used.add(name);
                return from.get(name);
            }
        }
        return null;
    }

    /** Refuses sentences that nothing asked for. */
    void expectAllUsed() {
        Set<String> unused = new TreeSet<>();
        fields.fieldNames().forEachRemaining(unused::add);
        parameters.fieldNames().forEachRemaining(unused::add);
        names.fieldNames().forEachRemaining(unused::add);
        examples.fieldNames().forEachRemaining(unused::add);
        unused.addAll(stored.keySet());
        unused.removeAll(used);
        if (!unused.isEmpty()) {
            throw new IllegalStateException("described, but not there: " + unused);
        }
    }

    private static ObjectNode json(String name) {
        try {
            return (ObjectNode) MAPPER.readTree(text(name));
        } catch (IOException e) {
            throw new UncheckedIOException(name + " is not JSON", e);
        }
    }

    private static String text(String name) {
        try (InputStream file = OpenApiProse.class.getResourceAsStream("/openapi/" + name)) {
            if (file == null) {
                throw new IllegalStateException(name + " is missing");
            }
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(name, e);
        }
    }
}
