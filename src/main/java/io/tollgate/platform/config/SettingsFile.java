package io.tollgate.platform.config;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads settings, by their full names, from a JSON file. */
final class SettingsFile {
    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    private SettingsFile() {}

    static Map<String, Object> read(Path file, List<String> problems) {
        Map<String, Object> found = new LinkedHashMap<>();
        try {
            JsonNode root = JSON.readTree(Files.readString(file));
            if (root.isObject()) {
                collect("", root, found);
            } else {
                problems.add(file + ": must contain a JSON object");
            }
        } catch (JsonProcessingException malformed) {
            problems.add("%s: is not valid JSON, line %d: %s"
                    .formatted(
                            file,
                            malformed.getLocation() == null
                                    ? 0
                                    : malformed.getLocation().getLineNr(),
                            malformed.getOriginalMessage().lines().findFirst().orElse("")));
        } catch (IOException unreadable) {
            problems.add(file + ": cannot be read: " + StartRefused.reason(unreadable));
        }
        return found;
    }

    private static void collect(String prefix, JsonNode object, Map<String, Object> found) {
        object.properties().forEach(entry -> {
            String name = prefix + entry.getKey();
            if (entry.getValue().isObject()) {
                collect(name + ".", entry.getValue(), found);
            } else {
                found.put(name, value(entry.getValue()));
            }
        });
    }

    /**
     * Converts a node to a type that the checks know. Any other node is returned as it is, and every check rejects
     * it.
     */
    private static Object value(JsonNode node) {
        if (node.isTextual()) {
            return node.textValue();
        }
        if (node.isIntegralNumber() && node.canConvertToLong()) {
            return node.longValue();
        }
        if (node.isBoolean()) {
            return node.booleanValue();
        }
        if (node.isArray()) {
            List<Object> list = new ArrayList<>();
            node.forEach(item -> list.add(value(item)));
            return list;
        }
        return node;
    }
}
