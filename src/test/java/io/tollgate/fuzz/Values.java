package io.tollgate.fuzz;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** Generates values: valid ones from a schema, and malicious ones. */
final class Values {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final int DEPTH_MAX = 3;

    /** Texts that have broken programs. No schema allows them. */
    static final List<String> NASTY = List.of(
            "",
            " ",
            "\u0000",
            "a\u0000b",
            "\ud800",
            "x\udfffy",
            "\ufeffx",
            "\u202egnp.exe",
            "\u200b",
            "e\u0301\u0323\u0302".repeat(30),
            "\ud83d\udc68\u200d\ud83d\udc69\u200d\ud83d\udc67",
            "\u0130I\u0131i\u00df\u03a3\u03c2",
            "\r\nX-Injected: yes",
            "line\nbreak",
            "\u0085\u2028",
            "' OR 1=1 --",
            "%' UNION select NULL --",
            "\\",
            "%",
            "_",
            "$1",
            "{}",
            "<script>alert(1)</script>",
            "javascript:alert(1)",
            "//evil.example/x",
            "http://user@169.254.169.254/",
            "../../../../etc/passwd",
            "${jndi:ldap://x/y}",
            "{{7*7}}",
            "%00",
            "%s%n%x",
            "null",
            "true",
            "NaN",
            "-1",
            "1e9",
            "0x1F",
            "\uff15",
            "2026-02-30T00:00:00Z",
            "9999-12-31T23:59:59.999999999Z",
            "-000001-01-01T00:00:00Z",
            "2026-01-01T00:00:00+24:00",
            "ffffffffffffffffffffffff",
            "x".repeat(201),
            "\ud83d\ude00".repeat(201),
            "y".repeat(5_001));

    private static final List<JsonNode> NUMBERS = List.of(
            JSON.numberNode(0),
            JSON.numberNode(-1),
            JSON.numberNode(1),
            JSON.numberNode(1.5),
            JSON.numberNode(new BigDecimal("1.0")),
            JSON.numberNode(new BigDecimal("0.0000001")),
            JSON.numberNode(new BigDecimal("1e3")),
            JSON.numberNode(new BigDecimal("1e400")),
            JSON.numberNode(new BigDecimal("-1e-400")),
            JSON.numberNode(Integer.MAX_VALUE + 1L),
            JSON.numberNode((1L << 53) + 1),
            JSON.numberNode(Long.MAX_VALUE),
            JSON.numberNode(BigInteger.ONE.shiftLeft(64).add(BigInteger.ONE)),
            JSON.numberNode(BigInteger.TEN.pow(39)));

    private static final List<String> SHAPES =
            List.of("65f0c0ffee0123456789abcd", "DE", "eur", "a-slug", "code_1", "txcd_10000000", "12:30", "UTC");

    private final Document document;
    private final Random random;
    private final String canary;
    private int number;

    Values(Document document, Random random, String canary) {
        this.document = document;
        this.random = random;
        this.canary = canary;
    }

    /** Returns a value that the schema allows, or null if none is known. */
    @Nullable
    JsonNode valid(JsonNode reference, int depth) {
        JsonNode schema = document.resolve(reference);
        if (schema.has("enum")) {
            JsonNode values = schema.get("enum");
            return values.get(random.nextInt(values.size()));
        }
        String type = schema.path("type").isArray()
                ? schema.get("type").get(0).textValue()
                : schema.path("type").asText("string");
        return switch (type) {
            case "object" -> object(schema, depth);
            case "array" -> array(schema, depth);
            case "boolean" -> JSON.booleanNode(random.nextBoolean());
            case "integer", "number" -> number(schema);
            default -> text(schema);
        };
    }

    private JsonNode number(JsonNode schema) {
        long min = schema.path("minimum").asLong(0);
        long max = schema.path("maximum").asLong(1000);
        long[] some = {min, max, min + Math.min(max - min, random.nextInt(100)), Math.min(max, min + 1)};
        return JSON.numberNode(some[random.nextInt(some.length)]);
    }

    private @Nullable JsonNode text(JsonNode schema) {
        String format = schema.path("format").asText();
        if (schema.has("pattern")) {
            return SHAPES.stream()
                    .map(JSON::textNode)
                    .filter(text -> SchemaCheck.broken(document, schema, text).isEmpty())
                    .findFirst()
                    .orElse(null);
        }
        String text = switch (format) {
            case "email" -> canary + number++ + "@example.com";
            case "uri" -> "https://example.com/" + canary + number++;
            case "date-time" ->
                Instant.ofEpochSecond(1_700_000_000L + random.nextInt(200_000_000))
                        .toString();
            default -> canary + number++;
        };
        int max = schema.path("maxLength").asInt(Integer.MAX_VALUE);
        return JSON.textNode(text.length() <= max ? text : "a".repeat(Math.max(0, Math.min(max, 2))));
    }

    private JsonNode array(JsonNode schema, int depth) {
        ArrayNode array = JSON.arrayNode();
        int least = schema.path("minItems").asInt(0);
        int count = Math.max(least, depth >= DEPTH_MAX ? 0 : random.nextInt(3));
        for (int i = 0; i < Math.min(count, schema.path("maxItems").asInt(3)); i++) {
            JsonNode item = valid(schema.get("items"), depth + 1);
            if (item != null) {
                array.add(item);
            }
        }
        return array;
    }

    private JsonNode object(JsonNode schema, int depth) {
        ObjectNode object = JSON.objectNode();
        List<String> required = new java.util.ArrayList<>();
        schema.path("required").forEach(name -> required.add(name.textValue()));
        schema.path("properties").properties().forEach(property -> {
            boolean wanted = required.contains(property.getKey()) || (depth < DEPTH_MAX && random.nextInt(4) == 0);
            JsonNode value = wanted ? valid(property.getValue(), depth + 1) : null;
            if (value != null) {
                object.set(property.getKey(), value);
            }
        });
        return object;
    }

    /** Returns a value that the schema probably rejects: of another type, out of bounds, or unusual. */
    JsonNode invalid(JsonNode schema) {
        return switch (random.nextInt(12)) {
            case 0 -> JSON.nullNode();
            case 1 -> JSON.booleanNode(random.nextBoolean());
            case 2 -> JSON.arrayNode();
            case 3 -> JSON.objectNode();
            case 4 -> JSON.objectNode().put("__proto__", "x");
            case 5 -> JSON.arrayNode().add(JSON.arrayNode().addNull());
            case 6, 7 -> schema.has("maximum") ? beyond(schema) : NUMBERS.get(random.nextInt(NUMBERS.size()));
            case 8 -> schema.has("maxLength") ? tooLong(schema) : NUMBERS.get(random.nextInt(NUMBERS.size()));
            default -> JSON.textNode(NASTY.get(random.nextInt(NASTY.size())));
        };
    }

    private JsonNode beyond(JsonNode schema) {
        return random.nextBoolean()
                ? JSON.numberNode(schema.get("maximum").decimalValue().add(BigDecimal.ONE))
                : JSON.numberNode(schema.path("minimum")
                        .decimalValue()
                        .subtract(random.nextBoolean() ? BigDecimal.ONE : BigDecimal.TEN));
    }

    private JsonNode tooLong(JsonNode schema) {
        int length = Math.min(schema.get("maxLength").asInt(), 40_000) + 1;
        return JSON.textNode("z".repeat(length));
    }
}
