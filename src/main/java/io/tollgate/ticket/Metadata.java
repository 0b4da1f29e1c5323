package io.tollgate.ticket;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.clock.Times;
import io.tollgate.error.ApiError;
import io.tollgate.input.Input;
import io.tollgate.input.Key;
import io.tollgate.input.Value;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Notes that a seller's programs keep with a ticket: set one by one, and null takes one away. */
final class Metadata {
    private static final int ENTRIES_MAX = 20;
    private static final String NAME = "metadata";

    static final Key KEY = Key.list(
            NAME,
            ENTRIES_MAX,
            Key.text("key", 50).needed(),
            Key.of("value", Value.line(0, 100)).needed().orNull(),
            Key.time("addedAt").orNull());

    private Metadata() {}

    /** A key stands once in a request. */
    static void validate(Input input) {
        Set<String> keys = new HashSet<>();
        for (Input entry : input.objects(NAME)) {
            String key = entry.text("key");
            entry.rule(key == null || keys.add(key), "key", "must stand once");
        }
    }

    /**
     * Applies entries to a ticket; gives a sentence on what they did, empty where there were none. An entry's
     * {@code addedAt} is the time at which its value was set, whatever was sent.
     */
    static String apply(Input input, ObjectNode ticket, Instant now) {
        Map<String, JsonNode> kept = new LinkedHashMap<>();
        ticket.withArray(NAME).forEach(entry -> kept.put(entry.path("key").asText(), entry));
        List<String> set = new ArrayList<>();
        List<String> deleted = new ArrayList<>();
        for (Input entry : input.objects(NAME)) {
            String key = String.valueOf(entry.text("key"));
            String value = entry.text("value");
            if (value == null) {
                kept.remove(key);
                deleted.add(key);
            } else {
                set.add(key);
                JsonNode before = kept.get(key);
                if (before == null || !value.equals(before.path("value").asText())) {
                    kept.put(key, entry(ticket, key, value, now));
                }
            }
        }
        if (kept.size() > ENTRIES_MAX) {
            throw ApiError.unprocessable(
                    "metadata_full", "A ticket holds at most " + ENTRIES_MAX + " metadata entries");
        }
        ArrayNode entries = ticket.putArray(NAME);
        kept.values().forEach(entries::add);
        return sentence(". Metadata updated: ", set) + sentence(". Metadata deleted: ", deleted);
    }

    private static ObjectNode entry(ObjectNode ticket, String key, String value, Instant now) {
        return ticket.objectNode().put("key", key).put("value", value).put("addedAt", Times.text(now));
    }

    private static String sentence(String start, List<String> keys) {
        return keys.isEmpty() ? "" : start + String.join(", ", keys);
    }
}
