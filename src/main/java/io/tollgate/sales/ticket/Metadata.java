package io.tollgate.sales.ticket;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.clock.Times;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.input.Input;
import io.tollgate.platform.schema.Field;
import io.tollgate.platform.schema.Type;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Key-value metadata of a ticket. A request sets or replaces single entries; a null value deletes one. */
final class Metadata {
    private static final int ENTRIES_MAX = 20;
    private static final String NAME = "metadata";

    static final Field KEY = Field.list(
                    NAME,
                    ENTRIES_MAX,
                    Field.text("key", 50)
                            .doc("Key of the entry, unique in the ticket.")
                            .needed(),
                    Field.of("value", Type.line(0, 100))
                            .personal()
                            .doc("Value of the entry. Null deletes the entry.")
                            .needed()
                            .orNull(),
                    Field.time("addedAt")
                            .doc("Ignored: accepted so that entries can be sent as they are read.")
                            .orNull())
            .doc("Entries to set or delete, by key. Entries that are not sent stay as they are; a ticket has at most "
                    + "20.");

    private Metadata() {}

    /** Rejects a request that repeats a key. */
    static void validate(Input input) {
        Set<String> keys = new HashSet<>();
        for (Input entry : input.objects(NAME)) {
            String key = entry.text("key");
            entry.rule(key == null || keys.add(key), "key", "must not be repeated");
        }
    }

    /**
     * Applies the entries of a request to a ticket. Returns a sentence that lists the changed keys, or an empty string
     * if there are none. The {@code addedAt} of an entry is the time at which its value changed; the sent one is
     * ignored.
     */
    static String apply(Input input, ObjectNode ticket, Instant now) {
        Map<String, JsonNode> entriesByKey = new LinkedHashMap<>();
        ticket.withArray(NAME)
                .forEach(entry -> entriesByKey.put(entry.path("key").asText(), entry));
        List<String> set = new ArrayList<>();
        List<String> deleted = new ArrayList<>();
        for (Input entry : input.objects(NAME)) {
            String key = String.valueOf(entry.text("key"));
            String value = entry.text("value");
            if (value == null) {
                entriesByKey.remove(key);
                deleted.add(key);
            } else {
                set.add(key);
                JsonNode previous = entriesByKey.get(key);
                if (previous == null || !value.equals(previous.path("value").asText())) {
                    entriesByKey.put(key, entry(ticket, key, value, now));
                }
            }
        }
        if (entriesByKey.size() > ENTRIES_MAX) {
            throw ApiError.unprocessable(
                    "metadata_full", "A ticket holds at most " + ENTRIES_MAX + " metadata entries");
        }
        ArrayNode entries = ticket.putArray(NAME);
        entriesByKey.values().forEach(entries::add);
        return sentence(". Metadata updated: ", set) + sentence(". Metadata deleted: ", deleted);
    }

    private static ObjectNode entry(ObjectNode ticket, String key, String value, Instant now) {
        return ticket.objectNode().put("key", key).put("value", value).put("addedAt", Times.text(now));
    }

    private static String sentence(String start, List<String> keys) {
        return keys.isEmpty() ? "" : start + String.join(", ", keys);
    }
}
