package io.tollgate.fuzz;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/**
 * Checks a value against a published schema and returns the paths of all violations, named as in error messages. It
 * does not check formats.
 */
final class SchemaCheck {
    private static final Map<String, Pattern> PATTERNS = new ConcurrentHashMap<>();

    private final Document document;
    private final List<String> broken = new ArrayList<>();

    private SchemaCheck(Document document) {
        this.document = document;
    }

    /** Returns the paths of all violations; empty if the value is valid. */
    static List<String> broken(Document document, JsonNode schema, JsonNode value) {
        SchemaCheck check = new SchemaCheck(document);
        check.check(schema, value, "");
        return check.broken;
    }

    /** Returns the paths of texts with NUL or unpaired surrogates, which are rejected first. */
    static List<String> unstorable(JsonNode node, String path) {
        List<String> found = new ArrayList<>();
        if (node.isTextual() && !isStorable(node.textValue())) {
            found.add(path);
        }
        for (int i = 0; node.isArray() && i < node.size(); i++) {
            found.addAll(unstorable(node.get(i), path + "[" + i + "]"));
        }
        String before = path.isEmpty() ? "" : path + ".";
        node.properties().forEach(member -> found.addAll(unstorable(member.getValue(), before + member.getKey())));
        return found;
    }

    private static boolean isStorable(String text) {
        return text.indexOf(0) < 0
                && text.codePoints().noneMatch(c -> c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE);
    }

    private void breaks(String path) {
        broken.add(path.isEmpty() ? "body" : path);
    }

    private void check(JsonNode reference, JsonNode value, String path) {
        JsonNode schema = document.resolve(reference);
        for (String either : List.of("anyOf", "oneOf")) {
            if (schema.has(either)) {
                either(schema.get(either), value, path);
                return;
            }
        }
        if (schema.has("const") && !schema.get("const").equals(value)) {
            breaks(path);
        } else if (schema.has("type") && !isOfType(schema.get("type"), value)) {
            breaks(path);
        } else if (schema.has("type") && !value.isNull() && !within(schema, value)) {
            breaks(path);
        } else if (value.isObject()) {
            object(schema, value, path);
        } else if (value.isArray() && schema.has("items")) {
            for (int i = 0; i < value.size(); i++) {
                check(schema.get("items"), value.get(i), path + "[" + i + "]");
            }
        }
    }

    private void either(JsonNode schemas, JsonNode value, String path) {
        List<String> nearest = List.of(path.isEmpty() ? "body" : path);
        for (JsonNode schema : schemas) {
            List<String> there = new ArrayList<>();
            for (String inside : broken(document, schema, value)) {
                there.add(inside.equals("body") ? path : path.isEmpty() ? inside : path + "." + inside);
            }
            if (there.isEmpty()) {
                return;
            }
            JsonNode type = document.resolve(schema).path("type");
            nearest = isOfType(type, value) ? there : nearest;
        }
        broken.addAll(nearest);
    }

    private static boolean isOfType(JsonNode types, JsonNode value) {
        if (types.isArray()) {
            for (JsonNode type : types) {
                if (isOfType(type, value)) {
                    return true;
                }
            }
            return false;
        }
        return switch (types.asText()) {
            case "object" -> value.isObject();
            case "array" -> value.isArray();
            case "string" -> value.isTextual();
            case "integer" -> value.isIntegralNumber();
            case "number" -> value.isNumber();
            case "boolean" -> value.isBoolean();
            case "null" -> value.isNull();
            default -> true;
        };
    }

    private static boolean within(JsonNode schema, JsonNode value) {
        if (value.isNumber()) {
            BigDecimal number = value.decimalValue();
            return (!schema.has("minimum")
                            || number.compareTo(schema.get("minimum").decimalValue()) >= 0)
                    && (!schema.has("maximum")
                            || number.compareTo(schema.get("maximum").decimalValue()) <= 0);
        }
        if (value.isTextual()) {
            return text(schema, value.textValue());
        }
        if (value.isArray()) {
            return counted(schema, "minItems", "maxItems", value.size());
        }
        return !value.isObject() || counted(schema, "minProperties", "maxProperties", value.size());
    }

    private static boolean text(JsonNode schema, String text) {
        if (!counted(schema, "minLength", "maxLength", text.codePointCount(0, text.length()))) {
            return false;
        }
        if (schema.has("enum") && !contains(schema.get("enum"), text)) {
            return false;
        }
        return !schema.has("pattern")
                || PATTERNS.computeIfAbsent(schema.get("pattern").textValue(), Pattern::compile)
                        .matcher(text)
                        .find();
    }

    private static boolean contains(JsonNode values, String text) {
        for (JsonNode one : values) {
            if (text.equals(one.textValue())) {
                return true;
            }
        }
        return false;
    }

    private static boolean counted(JsonNode schema, String min, String max, int count) {
        return count >= schema.path(min).asLong(0) && count <= schema.path(max).asLong(Long.MAX_VALUE);
    }

    private void object(JsonNode schema, JsonNode value, String path) {
        String before = path.isEmpty() ? "" : path + ".";
        for (JsonNode name : schema.path("required")) {
            if (!value.has(name.textValue())) {
                broken.add(before + name.textValue());
            }
        }
        JsonNode more = schema.path("additionalProperties");
        value.properties().forEach(member -> {
            JsonNode known = schema.path("properties").path(member.getKey());
            String at = before + member.getKey();
            if (!known.isMissingNode()) {
                check(known, member.getValue(), at);
            } else if (more.isObject()) {
                check(more, member.getValue(), at);
            } else if (schema.has("properties")) {
                broken.add(at);
            }
        });
    }
}
