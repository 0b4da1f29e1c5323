package io.tollgate.platform.input;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.clock.Times;
import io.tollgate.platform.error.ApiError.Problem;
import io.tollgate.platform.error.NearestName;
import io.tollgate.platform.resource.FilterValues;
import io.tollgate.platform.schema.Field;
import io.tollgate.platform.schema.Texts;
import io.tollgate.platform.schema.Type;
import java.math.BigDecimal;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.OffsetDateTime;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Validates JSON values against declared fields and types. Returns values in their stored form, and collects at most
 * 100 problems by path.
 */
final class ValueValidation {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final int PROBLEMS_MAX = 100;
    private static final int SCALE_MAX = 6;
    private static final int MAP_NAME_MAX = 100;

    private final List<Problem> problems;

    /** The members of the body itself. */
    private List<Field> body = List.of();

    ValueValidation(List<Problem> problems) {
        this.problems = problems;
    }

    void problem(String path, String message, @Nullable JsonNode value) {
        if (problems.size() < PROBLEMS_MAX) {
            problems.add(new Problem(path, message, shown(value)));
        }
    }

    /** Returns the value that the error response repeats, or null for objects and lists. */
    private static @Nullable Object shown(@Nullable JsonNode value) {
        if (value == null || value.isNull() || value.isMissingNode() || value.isContainerNode()) {
            return null;
        }
        return value.isTextual() ? value.textValue() : value;
    }

    /** Returns the valid members of an object, in declared order. */
    ObjectNode object(List<Field> fields, JsonNode sent, String path) {
        ObjectNode valid = JSON.objectNode();
        if (path.isEmpty()) {
            body = fields;
        }
        Set<String> known = new HashSet<>();
        for (Field field : fields) {
            known.add(field.name());
            JsonNode value = sent.get(field.name());
            String at = path + field.name();
            if (value == null) {
                if (field.required()) {
                    problem(at, "is required", null);
                }
            } else if (value.isNull()) {
                if (field.clearable()) {
                    valid.putNull(field.name());
                } else {
                    problem(at, "cannot be null", null);
                }
            } else {
                JsonNode normalized = value(field.type(), value, at);
                if (normalized != null) {
                    valid.set(field.name(), normalized);
                }
            }
        }
        sent.properties().forEach(member -> {
            if (!known.contains(member.getKey())) {
                problem(path + member.getKey(), unknown(fields, member.getKey(), known, path), member.getValue());
            }
        });
        return valid;
    }

    /** Returns what is wrong with an unknown member: where it belongs, or the nearest known name. */
    private String unknown(List<Field> fields, String name, Set<String> known, String path) {
        if (path.isEmpty()) {
            List<String> owners = fields.stream()
                    .filter(field -> field.type().kind() == Type.Kind.OBJECT)
                    .filter(field -> field.type().fields().stream()
                            .anyMatch(member -> member.name().equals(name)))
                    .map(Field::name)
                    .toList();
            if (owners.size() == 1 && NearestName.to(name, known).isEmpty()) {
                return "unknown field; " + name + " belongs in " + owners.get(0);
            }
        } else if (body.stream().anyMatch(field -> field.name().equals(name))) {
            return "unknown field; " + name + " belongs at the top level of the body, next to "
                    + path.substring(0, path.indexOf('.')).replaceFirst("\\[.*", "");
        }
        return NearestName.unknown("field", name, known);
    }

    /** Returns the value in its stored form, or null if it is invalid. */
    @Nullable
    JsonNode value(Type type, JsonNode sent, String path) {
        return switch (type.kind()) {
            case OBJECT ->
                expect(sent.isObject(), "must be an object", sent, path)
                        ? object(type.fields(), sent, path + ".")
                        : null;
            case LIST -> list(type, sent, path);
            case MAP -> map(type, sent, path);
            case TEXT_OR_OBJECT ->
                sent.isObject()
                        ? value(type.element(), sent, path)
                        : value(Type.prose((int) type.min(), (int) type.max()), sent, path);
            case INTEGER, MONEY, NUMBER -> number(type, sent, path);
            case BOOLEAN -> expect(sent.isBoolean(), "must be true or false", sent, path) ? sent : null;
            default -> {
                String message =
                        type.kind() == Type.Kind.FILE ? "must be one part with a file name" : "must be a string";
                yield expect(sent.isTextual(), message, sent, path) ? text(type, sent, path) : null;
            }
        };
    }

    private boolean expect(boolean valid, String message, JsonNode sent, String path) {
        if (!valid) {
            problem(path, message, sent);
        }
        return valid;
    }

    private @Nullable JsonNode list(Type type, JsonNode sent, String path) {
        if (!expect(sent.isArray(), "must be a list", sent, path) || !expectSize(type, sent, "items", path)) {
            return null;
        }
        ArrayNode items = JSON.arrayNode();
        for (int i = 0; i < sent.size(); i++) {
            JsonNode item = value(type.element(), sent.get(i), path + "[" + i + "]");
            items.add(item == null ? JSON.nullNode() : item);
        }
        return items;
    }

    private @Nullable JsonNode map(Type type, JsonNode sent, String path) {
        String shape = type.element().isNumber() ? ": numbers by ids, such as {\"ID\": 2}" : "";
        if (!expect(sent.isObject(), "must be an object" + shape, sent, path)
                || !expectSize(type, sent, "entries", path)) {
            return null;
        }
        ObjectNode entries = JSON.objectNode();
        sent.properties().forEach(entry -> {
            String name = entry.getKey();
            boolean named = !Texts.isBlank(name) && Texts.length(name) <= MAP_NAME_MAX;
            if (expect(named, "must have names of 1 to " + MAP_NAME_MAX + " characters", sent, path)) {
                entries.set(name, value(type.element(), entry.getValue(), path + "." + name));
            }
        });
        return entries;
    }

    private boolean expectSize(Type type, JsonNode sent, String what, String path) {
        boolean valid = sent.size() >= type.min() && sent.size() <= type.max();
        String bounds = type.min() == 0 ? "at most " + type.max() : type.min() + " to " + type.max();
        return expect(valid, "must have " + bounds + " " + what, sent, path);
    }

    private @Nullable JsonNode number(Type type, JsonNode sent, String path) {
        boolean integer = type.kind() != Type.Kind.NUMBER;
        String message =
                "must be " + (integer ? "an integer" : "a number") + " from " + type.min() + " to " + type.max();
        if (!expect(integer ? sent.isIntegralNumber() : sent.isNumber(), message, sent, path)) {
            return null;
        }
        BigDecimal number = sent.decimalValue();
        boolean within = number.compareTo(BigDecimal.valueOf(type.min())) >= 0
                && number.compareTo(BigDecimal.valueOf(type.max())) <= 0;
        if (!expect(within, message, sent, path)) {
            return null;
        }
        if (integer) {
            return JSON.numberNode(number.longValueExact());
        }
        boolean precise = number.signum() == 0 || number.stripTrailingZeros().scale() <= SCALE_MAX;
        return expect(precise, "must have at most " + SCALE_MAX + " decimals", sent, path) ? sent : null;
    }

    private @Nullable JsonNode text(Type type, JsonNode sent, String path) {
        String text = sent.textValue();
        return switch (type.kind()) {
            case EMAIL -> email(sent, path);
            case URL -> expect(isUrl(text, type.max()), "must be an http or https URL", sent, path) ? sent : null;
            case ID -> parsed(Type.ID, sent, path);
            case TIME -> parsed(Type.TIME, sent, path);
            case ENUM, CHOICE -> {
                String message = "must be one of " + String.join(", ", type.values());
                yield expect(type.values().contains(text), message, sent, path) ? sent : null;
            }
            default -> freeText(type, sent, path);
        };
    }

    private @Nullable JsonNode freeText(Type type, JsonNode sent, String path) {
        String text = sent.textValue();
        int length = Texts.length(text);
        if (!expect(length >= type.min() && length <= type.max(), lengthExpected(type), sent, path)
                || !expect(type.min() == 0 || !Texts.isBlank(text), "must not be blank", sent, path)) {
            return null;
        }
        boolean prose = type.kind() == Type.Kind.PROSE;
        boolean clean = text.chars().noneMatch(c -> Character.isISOControl(c) && !(prose && "\n\r\t".indexOf(c) >= 0));
        if (!expect(clean, prose ? "must not contain control characters" : "must be one line of text", sent, path)) {
            return null;
        }
        boolean matches = type.pattern() == null || type.pattern().matcher(text).matches();
        return expect(matches, String.valueOf(type.expected()), sent, path) ? sent : null;
    }

    /** Returns the message for a wrong length. For a fixed length, such as a currency, describes the value instead. */
    private static String lengthExpected(Type type) {
        if (type.min() == type.max() && type.expected() != null) {
            return type.expected();
        }
        return "must be %s characters long"
                .formatted(type.min() == 0 ? "at most " + type.max() : type.min() + " to " + type.max());
    }

    private @Nullable JsonNode email(JsonNode sent, String path) {
        String address = sent.textValue().strip().toLowerCase(Locale.ROOT);
        boolean valid = Texts.isEmail(address);
        return expect(valid, "must be an e-mail address", sent, path) ? JSON.textNode(address) : null;
    }

    /** Accepts only http and https without credentials, because pages link to stored URLs. */
    private static boolean isUrl(String text, long max) {
        try {
            URI uri = new URI(text);
            String scheme = uri.getScheme();
            return Texts.length(text) <= max
                    && ("http".equalsIgnoreCase(scheme) || "https".equalsIgnoreCase(scheme))
                    && uri.getHost() != null
                    && uri.getRawUserInfo() == null;
        } catch (URISyntaxException e) {
            return false;
        }
    }

    private @Nullable JsonNode parsed(Type type, JsonNode sent, String path) {
        try {
            Object value = FilterValues.parse(type, sent.textValue());
            return JSON.textNode(
                    value instanceof OffsetDateTime time ? Times.text(time.toInstant()) : value.toString());
        } catch (IllegalArgumentException e) {
            problem(path, String.valueOf(e.getMessage()), sent);
            return null;
        }
    }
}
