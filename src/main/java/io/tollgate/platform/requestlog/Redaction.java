package io.tollgate.platform.requestlog;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.api.Endpoint;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.http.QueryString;
import io.tollgate.platform.input.JsonBody;
import io.tollgate.platform.input.QueryParameter;
import io.tollgate.platform.input.Request;
import io.tollgate.platform.resource.Filter;
import io.tollgate.platform.resource.FilterValues;
import io.tollgate.platform.schema.Field;
import io.tollgate.platform.schema.Type;
import io.vertx.core.buffer.Buffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Decides what the log shows of a request: only values that are declared and cannot be about a person or grant access.
 * Ids, words of a closed list, numbers and times are shown; text only in the catalog, unless its field is personal.
 */
final class Redaction {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final JsonNode REDACTED = JSON.textNode(LoggedRequests.REDACTED);
    private static final int PARTS_MAX = 40;
    private static final String UNKNOWN_NAME = "[unknown]";
    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]{0,39}");
    private static final Pattern BETWEEN_NAMES = Pattern.compile("(?<=[.\\[\\]])|(?=[.\\[\\]])");
    private static final Pattern BETWEEN_OR_INDEX = Pattern.compile("[.\\[\\]]|\\d{1,4}");

    /** Fields that grant access or may hold credentials, beside all whose name says so. */
    private static final Set<String> SECRET = Set.of("checkInCode", "customHeaders", "sessionId", "licenseKey", "key");

    private static final Pattern SECRET_NAME =
            Pattern.compile("(?i).*(secret|password|token|apikey|credential|card|cvc|iban|bic|account).*");

    /** Paths whose texts are not about what is sold. */
    private static final List<String> WITHOUT_TEXT =
            List.of("/v1/account", "/v1/api-keys", "/v1/members", "/v1/processor-account");

    private static final Set<Type.Kind> TEXTS =
            Set.of(Type.Kind.TEXT, Type.Kind.LINE, Type.Kind.PROSE, Type.Kind.CODE, Type.Kind.TEXT_OR_OBJECT);

    private static final Map<String, Type> COMMON_PARAMETERS = Map.of(
            "limit",
            Type.integer(1, 1_000_000),
            "starting_after",
            Type.ID,
            "ending_before",
            Type.ID,
            "createdAfter",
            Type.TIME,
            "createdBefore",
            Type.TIME,
            "livemode",
            Type.BOOLEAN,
            Request.DRY_RUN,
            Type.BOOLEAN);

    private Redaction() {}

    /** Returns the path with the ids of a request. Other parameters stay names, because they may be codes or names. */
    static String path(Endpoint endpoint, String requested) {
        String[] names = endpoint.path().split("/", -1);
        String[] values = requested.split("/", -1);
        for (int i = 0; i < names.length && i < values.length; i++) {
            if (names[i].startsWith("{") && FilterValues.isId(values[i])) {
                names[i] = values[i];
            }
        }
        return String.join("/", names);
    }

    /** Returns the last id in the path of a request; null without one. */
    static @Nullable String lastId(Endpoint endpoint, String requested) {
        String[] parts = path(endpoint, requested).split("/", -1);
        return Arrays.stream(parts)
                .filter(FilterValues::isId)
                .reduce((first, second) -> second)
                .map(id -> id.toLowerCase(Locale.ROOT))
                .orElse(null);
    }

    static ArrayNode query(@Nullable Endpoint endpoint, @Nullable String query) {
        ArrayNode shown = JSON.arrayNode();
        if (query == null || query.isEmpty()) {
            return shown;
        }
        try {
            Map<String, Type> types = endpoint == null ? Map.of() : parameters(endpoint);
            for (Map.Entry<String, String> sent : QueryString.parse(query)) {
                shown.addObject()
                        .put("name", name(sent.getKey()))
                        .put("value", value(types.get(sent.getKey()), sent.getValue()));
            }
        } catch (ApiError invalid) {
            return JSON.arrayNode();
        }
        return shown;
    }

    private static Map<String, Type> parameters(Endpoint endpoint) {
        Map<String, Type> types = new HashMap<>(COMMON_PARAMETERS);
        for (Filter filter : endpoint.resource().filters()) {
            types.put(filter.name(), filter.type());
        }
        List<QueryParameter> own = endpoint.writing() == null
                ? endpoint.parameters()
                : endpoint.writing().parameters();
        own.forEach(parameter -> types.put(parameter.name(), parameter.type()));
        return types;
    }

    private static String value(@Nullable Type type, String text) {
        return type != null && isPlain(type, text) ? text : LoggedRequests.REDACTED;
    }

    /** Returns whether a text is a value of a type that has no free text. */
    private static boolean isPlain(Type type, String text) {
        return switch (type.kind()) {
            case ID -> FilterValues.isId(text);
            case ENUM, CHOICE -> type.values().contains(text);
            case BOOLEAN, TIME, INTEGER -> isValid(type, text);
            default -> false;
        };
    }

    private static boolean isValid(Type type, String text) {
        try {
            Object unused = FilterValues.parse(type, text);
            return true;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    /**
     * Returns the names of the parameters that an error rejects. A single word is shown, so that typing errors are
     * found; of a path with several, only declared names and ids, because others can be the keys of a map.
     */
    static ArrayNode parameters(@Nullable Endpoint endpoint, ApiError error) {
        ArrayNode names = JSON.arrayNode();
        Set<String> declared = new HashSet<>();
        if (endpoint != null && endpoint.writing() != null) {
            addNames(endpoint.writing().body().fields(), declared);
        }
        error.problems().stream()
                .map(problem -> parameter(declared, problem.param()))
                .distinct()
                .limit(LoggedRequests.PARAMETERS_MAX)
                .forEach(names::add);
        return names;
    }

    private static void addNames(List<Field> fields, Set<String> names) {
        for (Field field : fields) {
            names.add(field.name());
            for (Type type = field.type(); type != null; type = type.item()) {
                addNames(type.fields(), names);
            }
        }
    }

    private static String parameter(Set<String> declared, String param) {
        String[] parts = BETWEEN_NAMES.split(param, PARTS_MAX);
        if (parts.length == 1) {
            return name(param);
        }
        for (int i = 0; i < parts.length; i++) {
            boolean shown = BETWEEN_OR_INDEX.matcher(parts[i]).matches()
                    || declared.contains(parts[i])
                    || FilterValues.isId(parts[i]);
            parts[i] = shown ? parts[i] : UNKNOWN_NAME;
        }
        return String.join("", parts);
    }

    /** Returns the body of a write as the log shows it; null if it is not JSON, or too long. */
    static @Nullable JsonNode body(Endpoint endpoint, Buffer sent) {
        if (endpoint.writing() == null || endpoint.writing().body().form() || sent.length() == 0) {
            return null;
        }
        JsonNode tree;
        try {
            tree = JsonBody.parse(sent);
        } catch (ApiError invalid) {
            return null;
        }
        boolean texts = endpoint.resource().shared() && WITHOUT_TEXT.stream().noneMatch(endpoint.path()::startsWith);
        JsonNode shown = tree instanceof ObjectNode object
                ? object(endpoint.writing().body().fields(), object, texts)
                : REDACTED;
        return shown.toString().length() > LoggedRequests.BODY_BYTES_MAX ? null : shown;
    }

    private static ObjectNode object(List<Field> declared, ObjectNode sent, boolean texts) {
        Map<String, Field> fields =
                declared.stream().collect(Collectors.toMap(Field::name, field -> field, (first, second) -> first));
        ObjectNode shown = JSON.objectNode();
        sent.properties().forEach(member -> {
            Field field = fields.get(member.getKey());
            JsonNode value = field == null || field.isPersonal() || isSecret(field.name())
                    ? hide(member.getValue())
                    : shown(field.type(), member.getValue(), texts);
            shown.set(name(member.getKey()), value);
        });
        return shown;
    }

    private static JsonNode hide(JsonNode value) {
        return value.isNull() ? value : REDACTED;
    }

    private static boolean isSecret(String name) {
        return SECRET.contains(name) || SECRET_NAME.matcher(name).matches();
    }

    private static JsonNode shown(Type type, JsonNode value, boolean texts) {
        if (value.isNull()) {
            return value;
        }
        if (value instanceof ObjectNode object) {
            return type.kind() == Type.Kind.OBJECT ? object(type.fields(), object, texts) : REDACTED;
        }
        if (value instanceof ArrayNode items) {
            Type item = type.kind() == Type.Kind.LIST ? type.item() : null;
            if (item == null) {
                return REDACTED;
            }
            ArrayNode copies = JSON.arrayNode();
            items.forEach(one -> copies.add(shown(item, one, texts)));
            return copies;
        }
        return isShown(type, value, texts) ? value : REDACTED;
    }

    private static boolean isShown(Type type, JsonNode value, boolean texts) {
        if (TEXTS.contains(type.kind())) {
            return texts && value.isTextual();
        }
        return switch (type.kind()) {
            case MONEY, INTEGER, NUMBER -> value.isNumber();
            case BOOLEAN -> value.isBoolean();
            default -> value.isTextual() && isPlain(type, value.textValue());
        };
    }

    private static String name(String sent) {
        return NAME.matcher(sent).matches() ? sent : UNKNOWN_NAME;
    }
}
