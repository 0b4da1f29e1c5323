package io.tollgate.input;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.clock.Times;
import io.tollgate.error.ApiError.Problem;
import io.tollgate.error.NearestName;
import io.tollgate.resource.Type;
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
 * Holds what was sent against its definition. Gives it back in the form in which it is stored, and
 * collects every problem by its path.
 */
final class ValueValidation {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final int PROBLEMS_MAX = 100;
    private static final int SCALE_MAX = 6;
    private static final int MAP_NAME_MAX = 100;

    private final List<Problem> problems;

    ValueValidation(List<Problem> problems) {
        this.problems = problems;
    }

    void problem(String path, String message, @Nullable JsonNode value) {
        if (problems.size() < PROBLEMS_MAX) {
            problems.add(new Problem(path, message, shown(value)));
        }
    }

    /** Objects and lists are not repeated to who sent them. */
    private static @Nullable Object shown(@Nullable JsonNode value) {
        if (value == null || value.isNull() || value.isMissingNode() || value.isContainerNode()) {
            return null;
        }
        return value.isTextual() ? value.textValue() : value;
    }

    /** Every key that is right, in the order of the definition. */
    ObjectNode object(List<Key> keys, JsonNode sent, String path) {
        ObjectNode right = JSON.objectNode();
        Set<String> known = new HashSet<>();
        for (Key key : keys) {
            known.add(key.name());
            JsonNode value = sent.get(key.name());
            String at = path + key.name();
            if (value == null) {
                if (key.required()) {
                    problem(at, "is required", null);
                }
            } else if (value.isNull()) {
                if (key.clearable()) {
                    right.putNull(key.name());
                } else {
                    problem(at, "cannot be null", null);
                }
            } else {
                JsonNode checked = value(key.value(), value, at);
                if (checked != null) {
                    right.set(key.name(), checked);
                }
            }
        }
        sent.properties().forEach(member -> {
            if (!known.contains(member.getKey())) {
                String message = NearestName.unknown("field", member.getKey(), known);
                problem(path + member.getKey(), message, member.getValue());
            }
        });
        return right;
    }

    /** The value as it is stored, or null where it is wrong. */
    @Nullable
    JsonNode value(Value value, JsonNode sent, String path) {
        return switch (value.kind()) {
            case OBJECT ->
                expect(sent.isObject(), "must be an object", sent, path)
                        ? object(value.keys(), sent, path + ".")
                        : null;
            case LIST -> list(value, sent, path);
            case MAP -> map(value, sent, path);
            case TEXT_OR_OBJECT ->
                sent.isObject()
                        ? value(value.element(), sent, path)
                        : value(Value.prose((int) value.min(), (int) value.max()), sent, path);
            case INTEGER, NUMBER -> number(value, sent, path);
            case BOOLEAN -> expect(sent.isBoolean(), "must be true or false", sent, path) ? sent : null;
            default -> {
                String message =
                        value.kind() == Value.Kind.FILE ? "must be one part with a file name" : "must be a text";
                yield expect(sent.isTextual(), message, sent, path) ? text(value, sent, path) : null;
            }
        };
    }

    private boolean expect(boolean right, String message, JsonNode sent, String path) {
        if (!right) {
            problem(path, message, sent);
        }
        return right;
    }

    private @Nullable JsonNode list(Value value, JsonNode sent, String path) {
        if (!expect(sent.isArray(), "must be a list", sent, path) || !counted(value, sent, "items", path)) {
            return null;
        }
        ArrayNode items = JSON.arrayNode();
        for (int i = 0; i < sent.size(); i++) {
            JsonNode item = value(value.element(), sent.get(i), path + "[" + i + "]");
            items.add(item == null ? JSON.nullNode() : item);
        }
        return items;
    }

    private @Nullable JsonNode map(Value value, JsonNode sent, String path) {
        if (!expect(sent.isObject(), "must be an object", sent, path) || !counted(value, sent, "entries", path)) {
            return null;
        }
        ObjectNode entries = JSON.objectNode();
        sent.properties().forEach(entry -> {
            String name = entry.getKey();
            boolean named = !Value.isBlank(name) && Value.length(name) <= MAP_NAME_MAX;
            if (expect(named, "must have names of 1 to " + MAP_NAME_MAX + " characters", sent, path)) {
                entries.set(name, value(value.element(), entry.getValue(), path + "." + name));
            }
        });
        return entries;
    }

    private boolean counted(Value value, JsonNode sent, String what, String path) {
        boolean right = sent.size() >= value.min() && sent.size() <= value.max();
        String bounds = value.min() == 0 ? "at most " + value.max() : value.min() + " to " + value.max();
        return expect(right, "must have " + bounds + " " + what, sent, path);
    }

    private @Nullable JsonNode number(Value value, JsonNode sent, String path) {
        boolean integer = value.kind() == Value.Kind.INTEGER;
        String message =
                "must be " + (integer ? "an integer" : "a number") + " from " + value.min() + " to " + value.max();
        if (!expect(integer ? sent.isIntegralNumber() : sent.isNumber(), message, sent, path)) {
            return null;
        }
        BigDecimal number = sent.decimalValue();
        boolean within = number.compareTo(BigDecimal.valueOf(value.min())) >= 0
                && number.compareTo(BigDecimal.valueOf(value.max())) <= 0;
        if (!expect(within, message, sent, path)) {
            return null;
        }
        if (integer) {
            return JSON.numberNode(number.longValueExact());
        }
        boolean precise = number.signum() == 0 || number.stripTrailingZeros().scale() <= SCALE_MAX;
        return expect(precise, "must have at most " + SCALE_MAX + " decimals", sent, path) ? sent : null;
    }

    private @Nullable JsonNode text(Value value, JsonNode sent, String path) {
        String text = sent.textValue();
        return switch (value.kind()) {
            case EMAIL -> email(sent, path);
            case URL ->
                expect(isUrl(text, value.max()), "must be an address with http or https", sent, path) ? sent : null;
            case ID -> parsed(Type.ID, sent, path);
            case TIME -> parsed(Type.TIME, sent, path);
            case ENUM -> {
                String message = "must be one of " + String.join(", ", value.values());
                yield expect(value.values().contains(text), message, sent, path) ? sent : null;
            }
            default -> free(value, sent, path);
        };
    }

    private @Nullable JsonNode free(Value value, JsonNode sent, String path) {
        String text = sent.textValue();
        int length = Value.length(text);
        if (!expect(length >= value.min() && length <= value.max(), lengthExpected(value), sent, path)
                || !expect(value.min() == 0 || !Value.isBlank(text), "must not be blank", sent, path)) {
            return null;
        }
        boolean prose = value.kind() == Value.Kind.PROSE;
        boolean clean = text.chars().noneMatch(c -> Character.isISOControl(c) && !(prose && "\n\r\t".indexOf(c) >= 0));
        if (!expect(clean, prose ? "must hold no control characters" : "must be one line of text", sent, path)) {
            return null;
        }
        boolean matches =
                value.pattern() == null || value.pattern().matcher(text).matches();
        return expect(matches, String.valueOf(value.expected()), sent, path) ? sent : null;
    }

    /** Of a text of one length, like a currency, it is said what it is. */
    private static String lengthExpected(Value value) {
        if (value.min() == value.max() && value.expected() != null) {
            return value.expected();
        }
        return "must be %s characters long"
                .formatted(value.min() == 0 ? "at most " + value.max() : value.min() + " to " + value.max());
    }

    private @Nullable JsonNode email(JsonNode sent, String path) {
        String address = sent.textValue().strip().toLowerCase(Locale.ROOT);
        boolean right = Value.isEmail(address);
        return expect(right, "must be an e-mail address", sent, path) ? JSON.textNode(address) : null;
    }

    /** Nothing but http and https: an address with script in it must never reach a page. */
    private static boolean isUrl(String text, long max) {
        try {
            URI uri = new URI(text);
            String scheme = uri.getScheme();
            return Value.length(text) <= max
                    && ("http".equalsIgnoreCase(scheme) || "https".equalsIgnoreCase(scheme))
                    && uri.getHost() != null
                    && uri.getRawUserInfo() == null;
        } catch (URISyntaxException e) {
            return false;
        }
    }

    private @Nullable JsonNode parsed(Type type, JsonNode sent, String path) {
        try {
            Object value = type.parse(sent.textValue());
            return JSON.textNode(
                    value instanceof OffsetDateTime time ? Times.text(time.toInstant()) : value.toString());
        } catch (IllegalArgumentException e) {
            problem(path, String.valueOf(e.getMessage()), sent);
            return null;
        }
    }
}
