package io.tollgate.platform.openapi;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.resource.Resource;
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
 * The sentences of the published document that no declaration states, such as those of resources, parameters and
 * errors. A sentence without a subject is an error.
 */
final class OpenApiProse {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final String FOLDER = "/openapi/";

    private final ObjectNode document = json("document.json");
    private final ObjectNode resources = json("resources.json");
    private final ObjectNode schemas = json("schemas.json");
    private final ObjectNode fields = json("fields.json");
    private final ObjectNode parameters = json("parameters.json");
    private final ObjectNode names = json("names.json");
    private final ObjectNode otherExamples = json("examples/more.json");
    private final Map<String, List<JsonNode>> examples = new HashMap<>();
    private final Set<String> used = new HashSet<>();

    /** Returns the part of the document that is not derived: its title, security and errors. */
    ObjectNode document() {
        ObjectNode copy = document.deepCopy();
        ((ObjectNode) copy.get("info")).put("description", text("intro.md").strip());
        return copy;
    }

    String resource(Resource resource) {
        return ofResource(resource.name());
    }

    /** Returns the description of a resource, or of a document that is rendered from one. */
    String ofResource(String name) {
        JsonNode description = entry(resources, List.of(name));
        if (description == null) {
            throw new IllegalStateException("resources.json does not describe " + name);
        }
        return description.textValue();
    }

    /** Returns the objects that several records contain: name, one place of each, and its description. */
    ObjectNode schemas() {
        return schemas;
    }

    /**
     * Returns the example of a field under the narrowest of the given names that has one, or null.
     *
     * @param names the name of the field itself last
     */
    @Nullable
    JsonNode field(List<String> names) {
        JsonNode written = entry(fields, names);
        return written == null ? null : written.get("example");
    }

    /** Returns the description of a parameter of a list, or null. */
    @Nullable
    String parameter(Resource resource, String name) {
        JsonNode written = entry(parameters, List.of(resource.name() + "." + name, name));
        return written == null ? null : written.textValue().replace("{records}", records(resource));
    }

    /** Returns the description of any other parameter, or null. */
    @Nullable
    String parameter(String name) {
        JsonNode written = entry(parameters, List.of(name));
        return written == null ? null : written.textValue();
    }

    /** Returns what to add to the derived description of a parameter, or an empty string. */
    String more(Resource resource, String name) {
        JsonNode written = entry(parameters, List.of(resource.name() + "." + name));
        return written == null ? "" : " " + written.textValue();
    }

    /** Returns the name of the schema at a place like {@code EventDetails.discounts}. */
    String name(String place, String otherwise) {
        JsonNode written = entry(names, List.of(place));
        return written == null ? otherwise : written.textValue();
    }

    /** Recorded values of a schema, the first one the most typical; empty if there are none. */
    List<JsonNode> examples(String schema) {
        return examples.computeIfAbsent(schema, OpenApiProse::recorded);
    }

    private static List<JsonNode> recorded(String schema) {
        String name = "examples/" + schema + ".json";
        if (OpenApiProse.class.getResource(FOLDER + name) == null) {
            return List.of();
        }
        return List.copyOf(json(name).get("examples").valueStream().toList());
    }

    /** The example of a property like {@code Payment.paymentError} that no recorded document has, or null. */
    @Nullable
    JsonNode otherExample(String place) {
        return entry(otherExamples, List.of(place));
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

    /** Throws an exception if a sentence or a name was not used. */
    void expectAllUsed() {
        Set<String> unused = new TreeSet<>();
        fields.fieldNames().forEachRemaining(unused::add);
        resources.fieldNames().forEachRemaining(unused::add);
        parameters.fieldNames().forEachRemaining(unused::add);
        names.fieldNames().forEachRemaining(unused::add);
        otherExamples.fieldNames().forEachRemaining(unused::add);
        unused.removeAll(used);
        if (!unused.isEmpty()) {
            throw new IllegalStateException(
                    "described in src/main/resources/openapi, but not in the document: " + unused);
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
        try (InputStream file = OpenApiProse.class.getResourceAsStream(FOLDER + name)) {
            if (file == null) {
                throw new IllegalStateException(name + " is missing");
            }
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(name, e);
        }
    }
}
