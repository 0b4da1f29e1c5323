package io.tollgate.simulator;

import io.netty.handler.codec.http.QueryStringDecoder;
import io.vertx.core.json.JsonObject;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The form-encoded parameters of a request: {@code items[0][price]=...}. */
record FormBody(Map<String, String> values) {
    private static final int PARAMETERS_MAX = 1000;
    private static final int METADATA_MAX = 50;
    private static final int METADATA_KEY_MAX = 40;
    private static final int METADATA_VALUE_MAX = 500;

    static FormBody of(String encoded) {
        Map<String, String> values = new LinkedHashMap<>();
        new QueryStringDecoder(encoded, java.nio.charset.StandardCharsets.UTF_8, false, PARAMETERS_MAX)
                .parameters()
                .forEach((name, all) -> values.put(name, all.get(all.size() - 1)));
        return new FormBody(values);
    }

    /** Rejects parameters outside these names; brackets belong to the name before them. */
    void only(Set<String> names) {
        for (String name : values.keySet()) {
            int bracket = name.indexOf('[');
            if (!names.contains(bracket < 0 ? name : name.substring(0, bracket))) {
                throw WireError.unknown(name);
            }
        }
    }

    boolean has(String name) {
        return values.containsKey(name);
    }

    @Nullable
    String text(String name) {
        String value = values.get(name);
        return value == null || value.isEmpty() ? null : value;
    }

    String required(String name) {
        String value = text(name);
        if (value == null) {
            throw WireError.missing(name);
        }
        return value;
    }

    @Nullable
    Long integer(String name) {
        return parsed(name, "-?\\d{1,15}", "integer", Long::valueOf);
    }

    @Nullable
    BigDecimal number(String name) {
        return parsed(name, "\\d{1,9}(\\.\\d{1,9})?", "decimal", BigDecimal::new);
    }

    @Nullable
    Boolean bool(String name) {
        return parsed(name, "true|false", "boolean", Boolean::valueOf);
    }

    private <T> @Nullable T parsed(String name, String pattern, String kind, Function<String, T> parser) {
        String value = text(name);
        if (value != null && !value.matches(pattern)) {
            throw WireError.invalid(name, "Invalid " + kind + ": " + value);
        }
        return value == null ? null : parser.apply(value);
    }

    /** Returns the object {@code {"enabled": true}} if the parameter says so, or null. */
    @Nullable
    JsonObject enabled(String name) {
        return Boolean.TRUE.equals(bool(name + "[enabled]")) ? new JsonObject().put("enabled", true) : null;
    }

    /** Returns the parameters {@code metadata[key]=value}. */
    JsonObject metadata() {
        return entries("metadata[");
    }

    /** Adds the given metadata to those of an object. Entries with an empty value are removed. */
    void changeMetadata(JsonObject object) {
        JsonObject metadata = object.getJsonObject("metadata");
        metadata().forEach(entry -> {
            if (entry.getValue().equals("")) {
                metadata.remove(entry.getKey());
            } else {
                metadata.put(entry.getKey(), entry.getValue());
            }
        });
    }

    /** Returns the metadata of an element such as {@code items[0]}. */
    JsonObject metadata(String element) {
        return entries(element + "[metadata][");
    }

    private JsonObject entries(String prefix) {
        JsonObject entries = new JsonObject();
        values.forEach((name, value) -> {
            if (name.startsWith(prefix) && name.endsWith("]")) {
                String key = name.substring(prefix.length(), name.length() - 1);
                requireMetadata(name, key, value);
                entries.put(key, value);
            }
        });
        if (entries.size() > METADATA_MAX) {
            throw WireError.invalid("metadata", "You can have at most " + METADATA_MAX + " metadata keys.");
        }
        return entries;
    }

    private static void requireMetadata(String name, String key, String value) {
        if (key.isEmpty() || key.length() > METADATA_KEY_MAX || key.contains("[") || key.contains("]")) {
            throw WireError.invalid(
                    name, "Metadata keys have 1 to " + METADATA_KEY_MAX + " characters and no square brackets.");
        }
        if (value.length() > METADATA_VALUE_MAX) {
            throw WireError.invalid(name, "Metadata values have at most " + METADATA_VALUE_MAX + " characters.");
        }
    }
}
