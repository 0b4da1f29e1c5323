package io.tollgate.catalog.event;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Finds the ticket groups and ticket types that a request refers to. */
final class NamedDocuments {
    private NamedDocuments() {}

    /**
     * Returns the document with this key or id; null if there is none.
     *
     * @param keys ids by the keys of the request
     * @param all documents by id
     */
    static @Nullable ObjectNode find(String name, Map<String, String> keys, Map<String, ObjectNode> all) {
        return all.get(keys.getOrDefault(name, name.toLowerCase(Locale.ROOT)));
    }

    static String id(JsonNode document) {
        return document.path("id").asText();
    }
}
