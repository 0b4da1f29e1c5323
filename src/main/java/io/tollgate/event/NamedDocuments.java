package io.tollgate.event;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Finds what a request means: by the key that it gave it, or by its id. */
final class NamedDocuments {
    private NamedDocuments() {}

    static @Nullable ObjectNode of(String name, Map<String, String> keys, Map<String, ObjectNode> all) {
        return all.get(keys.getOrDefault(name, name.toLowerCase(Locale.ROOT)));
    }

    static String id(JsonNode document) {
        return document.path("id").asText();
    }
}
